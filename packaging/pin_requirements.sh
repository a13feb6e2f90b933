#!/bin/sh
# Writes requirements/run.txt and requirements/dev.txt: versions and hashes, no addresses.
set -eu
cd "$(dirname "$0")/.."

pin() {
    output=$1
    shift
    uv pip compile pyproject.toml "$@" --universal --python-version 3.11 --generate-hashes --no-header \
        --no-annotate --no-emit-index-url --no-emit-find-links --quiet --output-file "$output"
}

# The first file keeps the second to the same versions.
pin requirements/run.txt --upgrade
pin requirements/dev.txt --upgrade --group dev --constraints requirements/run.txt
