#!/bin/sh
# Generates the passwords and keys of compose.yaml once; they are in no image and no repository.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
draw() { head -c 36 /dev/urandom | base64 | tr '+/' '-_' | tr -d '\n='; }
once() { [ -e "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"; }
once owner_password "$(draw)"
once portal_password "$(draw)"
once owner_url "postgres://apotheca_owner:$(cat secrets/owner_password)@database/apotheca"
once database_url "postgres://apotheca_portal:$(cat secrets/portal_password)@database/apotheca"
once trail_key "$(draw)"
once secret_key "$(draw)"
# Readable by the containers' user.
chmod 0755 secrets && chmod 0444 secrets/*
