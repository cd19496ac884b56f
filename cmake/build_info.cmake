# Writes the git revision into a header; the file is left alone when nothing has changed.
execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --dirty --abbrev=12
                OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT revision)
  set(revision "unknown")
endif()
set(CLANHOUSE_BUILD "${VERSION}-${revision}")
configure_file(${INPUT} ${OUTPUT} @ONLY)
