#!/bin/sh
# Makes the files that compose.yaml mounts as secrets, in FOLDER (default: secrets beside this script), with random passwords, the master key, the
# ledger key, an authority for EventStoreDB and a certificate for the proxy that no browser knows: put your own in its place. What is there stays as it
# is. Needs openssl.
set -eu
umask 077
folder=${1:-$(dirname "$0")/secrets}
days=3650
mkdir -p "$folder"
cd "$folder"

password() { [ -e "$1" ] || { openssl rand -hex 24 > "$1.new" && mv "$1.new" "$1"; }; }

password postgres-password
password eventstore-admin-password
password eventstore-password
[ -e master-key ] || { openssl rand -base64 32 > master-key.new && mv master-key.new master-key; }
[ -e ledger-key ] || { openssl genpkey -algorithm ed25519 -out ledger-key.new && mv ledger-key.new ledger-key; }
[ -e database-url ] || printf 'postgres://ledgate:%s@postgres:5432/ledgate\n' "$(cat postgres-password)" > database-url

if [ ! -e eventstore-ca.pem ]; then
  openssl req -x509 -newkey rsa:2048 -nodes -sha256 -days "$days" -subj '/CN=Ledgate EventStoreDB CA' \
    -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign,cRLSign' \
    -keyout eventstore-ca.key -out eventstore-ca.pem 2>/dev/null
fi
if [ ! -e eventstore-node.pem ]; then
  # The server wants this name of its own certificates, and both uses.
  openssl req -newkey rsa:2048 -nodes -sha256 -subj '/CN=eventstoredb-node' -keyout eventstore-node.key -out eventstore-node.csr 2>/dev/null
  printf '%s\n' 'basicConstraints=CA:FALSE' 'keyUsage=digitalSignature,keyEncipherment' 'extendedKeyUsage=serverAuth,clientAuth' \
    'subjectAltName=DNS:eventstore,DNS:localhost,IP:127.0.0.1' > eventstore-node.ext
  openssl x509 -req -sha256 -days "$days" -in eventstore-node.csr -CA eventstore-ca.pem -CAkey eventstore-ca.key -CAcreateserial \
    -extfile eventstore-node.ext -out eventstore-node.pem 2>/dev/null
  rm -f eventstore-node.csr eventstore-node.ext
fi
if [ ! -e proxy.pem ]; then
  openssl req -x509 -newkey rsa:2048 -nodes -sha256 -days "$days" -subj '/CN=ledgate' \
    -addext 'subjectAltName=DNS:localhost' -keyout proxy.key -out proxy.pem 2>/dev/null
fi

# Compose shows each file to a container as it is here, and programs there run as users of their own; the folder keeps other users of this machine out.
chmod 644 -- *
chmod 600 eventstore-ca.key
chmod 700 .
