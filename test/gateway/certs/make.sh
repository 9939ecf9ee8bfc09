#!/bin/sh
# Makes the certificates of the TLS tests: an authority of our own and what it signs. They guard nothing. Needs OpenSSL 3.
set -eu
cd "$(dirname "$0")"
key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; }
sign() { # name, subject alternative names, days
  key "$1"
  openssl req -new -key "$1.key" -subj "/CN=$1" -out "$1.csr"
  printf 'subjectAltName=%s\n' "$2" >"$1.ext"
  openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -set_serial "$(date +%s)" -days "$3" -extfile "$1.ext" -out "$1.pem"
  rm "$1.csr" "$1.ext"
}
key ca
openssl req -x509 -new -key ca.key -subj "/CN=tfy-hook tests" -days 36500 -out ca.pem
key stranger
openssl req -x509 -new -key stranger.key -subj "/CN=another authority" -days 36500 -out stranger.pem
sign good DNS:localhost,IP:127.0.0.1 36500
sign elsewhere DNS:elsewhere.test 36500
sign expired DNS:localhost,IP:127.0.0.1 -1
rm ca.key stranger.key
