// Errors as values. Nothing in core throws for bad input: a function that can fail returns
// Result<T>, which holds either the value or one Error fit to be shown to a person.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace clanhouse {

// What went wrong decides how a program should end: bad input is the user's to mend (exit 2),
// an unreadable or unwritable file is not a matter of its content (exit 3).
enum class ErrorKind { kInvalid, kIo };

struct Error {
  std::string reason;
  // Position in the text that was read, both from 1; columns count characters, not bytes.
  // 0 where the error does not come from a text.
  int line = 0;
  int column = 0;
  ErrorKind kind = ErrorKind::kInvalid;

  bool operator==(const Error&) const = default;

  // "source:line:column: reason", leaving out what is not known.
  std::string describe(const std::string& source = {}) const {
    std::string where = source;
    if (line > 0) {
      if (!where.empty()) where += ':';
      where += std::to_string(line) + ":" + std::to_string(column);
    }
    return where.empty() ? reason : where + ": " + reason;
  }
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> invalid(std::string reason, int line = 0, int column = 0) {
  return tl::unexpected<Error>(Error{std::move(reason), line, column, ErrorKind::kInvalid});
}
inline tl::unexpected<Error> io_error(std::string reason) {
  return tl::unexpected<Error>(Error{std::move(reason), 0, 0, ErrorKind::kIo});
}

}  // namespace clanhouse
