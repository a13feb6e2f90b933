#!/bin/sh
# Prints the interpreter to use: $PYTHON if set, else the newest one here that works.
set -eu

works() {
    "$1" -c '
import ensurepip, lzma, sqlite3, ssl, sys, venv
sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
' >/dev/null 2>&1
}

for candidate in ${PYTHON:-python3.13 python3.12 python3 python3.11}; do
    if works "$candidate"; then
        command -v "$candidate"
        exit 0
    fi
done

echo "Memloupe needs Python 3.11, 3.12 or 3.13 with venv. On Debian and Ubuntu: apt-get install python3 python3-venv" >&2
exit 1
