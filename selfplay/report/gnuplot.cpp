#include "selfplay/report/gnuplot.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "selfplay/report/table.h"

extern char** environ;

namespace clanhouse {
namespace {

// A file without a name, so that the child can take its time: no pipe can fill up.
using Scratch = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

Scratch scratch() { return {std::tmpfile(), &std::fclose}; }

std::string content_of(std::FILE* file) {
  std::string text;
  std::array<char, 1 << 14> buffer;
  std::rewind(file);
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), file)) {
    text.append(buffer.data(), n);
  }
  return text;
}

// Replaces all of `from` by `to`.
void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

Result<std::string> run_gnuplot(const std::string& script) {
  const Scratch in = scratch();
  const Scratch out = scratch();
  const Scratch complaints = scratch();
  if (!in || !out || !complaints) {
    return io_error(fmt::format("cannot make a temporary file: {}", std::strerror(errno)));
  }
  if (std::fwrite(script.data(), 1, script.size(), in.get()) != script.size() ||
      std::fflush(in.get()) != 0) {
    return io_error(fmt::format("cannot write a temporary file: {}", std::strerror(errno)));
  }
  std::rewind(in.get());

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(in.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(complaints.get()), STDERR_FILENO);
  std::string program = "gnuplot";
  std::string no_settings = "--default-settings";
  char* const arguments[] = {program.data(), no_settings.data(), nullptr};
  pid_t child = 0;
  const int failure = posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    return io_error(fmt::format("cannot start gnuplot: {}", std::strerror(failure)));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::string plot = content_of(out.get());
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || plot.find("</svg>") == std::string::npos) {
    std::string complaint = content_of(complaints.get());
    replace_all(complaint, "\n", " ");
    return io_error(fmt::format("gnuplot failed: {}", complaint));
  }
  return plot;
}

std::string gnuplot_quote(std::string_view text) {
  // In double quotes gnuplot would run what stands in backticks.
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += '\'';
    // Nothing ends a string or a line before its time.
    quoted += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return quoted + '\'';
}

std::optional<std::string> Plotter::draw(const std::string& id, int width, int height,
                                         const std::string& description,
                                         const std::string& script) {
  if (failed_) return std::nullopt;
  const std::string head = fmt::format(
      "set terminal svg size {},{} dynamic noenhanced font 'sans-serif,14'\n"
      "set encoding utf8\n",
      width, height);
  Result<std::string> plot = run_gnuplot(head + script);
  if (!plot) {
    failed_ = true;
    fmt::print(stderr, "warning: {}; the report is made without plots (Debian: gnuplot-nox)\n",
               plot.error().describe());
    return std::nullopt;
  }
  // Several plots share a page: what precedes the element goes, names become the plot's own.
  std::string svg = plot->substr(plot->find("<svg"));
  replace_all(svg, "id='", fmt::format("id='{}-", id));
  replace_all(svg, "id=\"", fmt::format("id=\"{}-", id));
  replace_all(svg, "url(#", fmt::format("url(#{}-", id));
  replace_all(svg, "xlink:href='#", fmt::format("xlink:href='#{}-", id));
  if (const auto from = svg.find("<desc>"), to = svg.find("</desc>\n");
      from != std::string::npos && to != std::string::npos) {
    svg.erase(from, to + 8 - from);  // names gnuplot's version
  }
  replace_all(svg, "<title>Gnuplot</title>",
              fmt::format("<title>{}</title>", escape_html(description)));
  svg.insert(4, " role=\"img\"");
  return svg;
}

}  // namespace clanhouse
