// --device, for verbs that evaluate or train nets.
#pragma once

#include <string>

#include "cli/verb.h"

namespace clanhouse::cli {

inline void add_device(Verb& verb, std::string& device) {
  verb.app()
      .add_option_function<std::string>(
          "--device",
          [&](const std::string& text) {
            if (text != "cpu" && text != "cuda") {
              verb.refuse("device", "expected cpu|cuda, not '" + text + "'");
            }
            device = text;
          },
          "where nets are trained and evaluated; an error where there is none [" + device + "]")
      ->type_name("cpu|cuda");
}

}  // namespace clanhouse::cli
