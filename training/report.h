// The page about a training run, from what is in its folder (run_directory.h): what it is, how far
// it has come, and how everything in its log has changed since it began. The run may still be going
// on.
#pragma once

#include <filesystem>
#include <string>

#include "core/error.h"

namespace clanhouse::training {

// The page as HTML. What there is nothing of yet is said to be missing; damaged files are errors
// that name the file and, in the log, the line.
Result<std::string> report_html(const std::filesystem::path& run);

}  // namespace clanhouse::training
