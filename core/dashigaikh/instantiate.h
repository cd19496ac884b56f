// The sizes that the templates of this folder are compiled for. Members that are defined outside
// a header are instantiated where they are defined: CLANHOUSE_FOR_EACH_SIZE(MACRO).
#pragma once

#define CLANHOUSE_FOR_EACH_SIZE(M) M(3) M(4) M(5) M(6) M(7) M(8)
