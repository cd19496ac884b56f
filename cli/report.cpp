// clanhouse report: a page about a training run.
#include <fmt/format.h>

#include "cli/verb.h"
#include "core/files.h"
#include "training/report.h"

namespace clanhouse::cli {
namespace {

class ReportVerb : public Verb {
 public:
  explicit ReportVerb(CLI::App& program)
      : Verb(program, "report", "Make a page about a training run: facts, settings, curves") {
    app().add_option("run", run_, "folder of the run; it may still be going on")->type_name("RUN");
    app().add_option("--out", out_, "the page [RUN/report.html]")->type_name("FILE");
  }

  int run() override {
    if (run_.empty()) refuse("run", "which run?");
    const auto html = training::report_html(run_);
    if (!html) throw Failure(html.error());
    const std::filesystem::path out =
        out_.empty() ? std::filesystem::path(run_) / "report.html" : std::filesystem::path(out_);
    if (const auto written = write_file(out, *html); !written) throw Failure(written.error());
    fmt::print("{}\n", out.string());
    return kDone;
  }

 private:
  std::string run_;
  std::string out_;
};

}  // namespace

std::unique_ptr<Verb> make_report_verb(CLI::App& program) {
  return std::make_unique<ReportVerb>(program);
}

}  // namespace clanhouse::cli
