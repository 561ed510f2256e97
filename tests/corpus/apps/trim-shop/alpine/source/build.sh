#!/bin/sh
# Collects the hand-written files and Alpine into dist/.
set -e
cd "$(dirname "$0")"
rm -rf dist
mkdir -p dist/vendor
cp index.html app.js style.css dist/
cp node_modules/alpinejs/dist/cdn.min.js dist/vendor/alpine.min.js
