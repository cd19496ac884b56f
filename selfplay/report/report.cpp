#include "selfplay/report/report.h"

#include <fmt/format.h>

namespace clanhouse {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff;
  max-width: 66rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.25rem; margin-top: 2.5rem; }
p { max-width: 46rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; font-size: .9rem; }
dt { color: #555; } dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: 1rem 0; } .long { max-height: 42rem; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
th { position: sticky; top: 0; background: #fff; vertical-align: bottom; padding: 0;
  border-bottom: 2px solid #555; }
th button { all: unset; cursor: pointer; padding: .25rem .6rem; font-weight: 600;
  text-align: right; display: block; }
th button:focus-visible { outline: 2px solid #0072b2; outline-offset: -2px; }
th button::after { content: " \2195"; color: #888; }
th[aria-sort=ascending] button::after { content: " \2191"; color: #000; }
th[aria-sort=descending] button::after { content: " \2193"; color: #000; }
td { text-align: right; padding: .15rem .6rem; border-bottom: 1px solid #ddd;
  white-space: nowrap; }
td.text { text-align: left; } td.sentence { white-space: normal; min-width: 20rem; }
figure { margin: 1rem 0; overflow-x: auto; }
figure svg { width: 100%; height: auto; min-width: 34rem; }
figure svg text { paint-order: stroke; stroke: #fff; stroke-width: 3px; }
figcaption { font-size: .9rem; color: #444; max-width: 46rem; }
summary { cursor: pointer; font-weight: 600; }
@media print { .scroll, .long { overflow: visible; max-height: none; } th { position: static; }
  th button::after { content: "" !important; } table { font-size: .6rem; }
  td, th button { padding: .1rem .25rem; } figure, tr { break-inside: avoid; } }
)";

// A click on a heading sorts by it, numbers from the largest first; a second click the other way.
// Empty cells stay at the end.
constexpr const char* kScript = R"(
for (const button of document.querySelectorAll('th button')) {
  button.addEventListener('click', () => {
    const th = button.parentElement, body = th.closest('table').tBodies[0];
    const value = row => {
      const cell = row.cells[th.cellIndex], text = cell.dataset.value ?? cell.textContent;
      return text === '' ? null : isNaN(text) ? text : Number(text);
    };
    const rows = [...body.rows];
    const numbers = rows.every(row => typeof value(row) !== 'string');
    const before = th.getAttribute('aria-sort');
    const up = before ? before === 'descending' : !numbers;
    rows.sort((a, b) => {
      const x = value(a), y = value(b);
      if (x === null || y === null) return (x === null) - (y === null);
      return (x < y ? -1 : x > y ? 1 : 0) * (up ? 1 : -1);
    });
    for (const other of th.parentElement.cells) other.removeAttribute('aria-sort');
    th.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    body.append(...rows);
  });
}
)";

}  // namespace

void Report::section(const std::string& heading) {
  body_ += fmt::format("<h2>{}</h2>\n", escape_html(heading));
}

void Report::text(const std::string& paragraph) {
  body_ += fmt::format("<p>{}</p>\n", escape_html(paragraph));
}

void Report::table(const Table& table) { body_ += to_html(table); }

void Report::folded_table(const std::string& summary, const Table& table) {
  body_ += fmt::format("<details><summary>{}</summary>\n{}</details>\n", escape_html(summary),
                       to_html(table));
}

void Report::plot(const Plot& plot, const std::string& caption) {
  const auto svg = plotter_.draw(plot.id, plot.width, plot.height, plot.description, plot.script);
  if (!svg) return;
  body_ +=
      fmt::format("<figure style=\"max-width: {}px\">\n{}\n<figcaption>{}</figcaption></figure>\n",
                  plot.width, *svg, escape_html(caption));
}

void Report::fact(const std::string& name, const std::string& value) {
  facts_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escape_html(name), escape_html(value));
}

std::string Report::html() const {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n"
      "<dl>\n{2}</dl>\n{3}</main>\n<script>{4}</script>\n</body>\n</html>\n",
      escape_html(title_), kStyle, facts_, body_, kScript);
}

}  // namespace clanhouse
