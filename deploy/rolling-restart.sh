#!/bin/sh
# Restarts the replicas of this machine one by one; each waits until the previous one is ready:
#   deploy/rolling-restart.sh 3001 3002
set -eu
for port in "$@"; do
  systemctl restart "quotemill@$port"
  waited=0
  until curl --fail --silent --output /dev/null "http://127.0.0.1:$port/readyz"; do
    waited=$((waited + 1))
    if [ "$waited" -gt 120 ]; then
      echo "quotemill@$port is not ready after a minute; the others were left alone" >&2
      exit 1
    fi
    sleep 0.5
  done
done
