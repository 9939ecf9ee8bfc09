#!/bin/sh
# Makes the certificates of the TLS tests: an authority of our own and what it signs. They guard nothing. Needs OpenSSL 3.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/index"
cat >"$work/ca.conf" <<CONF
[ca]
default_ca = tests
[tests]
database = $work/index
new_certs_dir = $work
rand_serial = yes
default_md = sha256
policy = any
[any]
commonName = supplied
CONF
key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; }
sign() { # name, first day, last day, extension
  key "$1"
  openssl req -new -key "$1.key" -subj "/CN=$1" -out "$work/csr"
  printf '%s\n' "$4" >"$work/ext"
  openssl ca -batch -notext -config "$work/ca.conf" -cert ca.pem -keyfile "$work/ca.key" -in "$work/csr" \
    -startdate "$2" -enddate "$3" -extfile "$work/ext" -out "$1.pem"
}
authority() { # name, common name
  openssl ecparam -name prime256v1 -genkey -noout -out "$work/$1.key"
  openssl req -x509 -new -key "$work/$1.key" -subj "/CN=$2" -days 36500 -out "$1.pem"
}
past=20200101000000Z far=21250101000000Z
here=subjectAltName=DNS:localhost,IP:127.0.0.1
authority ca 'tfy-hook tests'
authority stranger 'another authority'
sign good "$past" "$far" "$here"
sign elsewhere "$past" "$far" subjectAltName=DNS:elsewhere.test
sign expired "$past" 20200201000000Z "$here"
sign early 21200101000000Z "$far" "$here"
sign caller "$past" "$far" extendedKeyUsage=clientAuth
key selfsigned
openssl req -x509 -new -key selfsigned.key -subj /CN=localhost -addext "$here" -days 36500 -out selfsigned.pem
