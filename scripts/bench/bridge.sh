#!/usr/bin/env bash
# The bridge as the RFC sketches it: the event goes to the gateway by curl, jq looks for a deny.
event=$(cat)
reply=$(printf '%s' "$event" | curl -s -X POST \
  -H "Authorization: Bearer $TFY_API_KEY" -H 'Content-Type: application/json' \
  --data-binary @- "$TFY_GATEWAY_URL/cursor/hooks/validate")
if [ "$(printf '%s' "$reply" | jq -r '.permission')" = deny ]; then
  printf '%s\n' "$reply" >&2
  exit 2
fi
printf '%s\n' "$reply"
