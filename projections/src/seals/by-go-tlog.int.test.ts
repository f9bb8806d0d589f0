import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Random } from '@ledgate/domain/testing/simulation/random';
import { noteInstallation } from '../directory/installation/installation.ts';
import { type ReadModelDatabase, readModelDatabase } from '../testing/read-model-database.ts';
import { base64Of, hashOfLeaf } from './hashes.ts';
import { checkpointText, originOf } from './note-texts.ts';
import { signedNote, signerOf, vkeyOf } from './signed-note.ts';
import { TileTree } from './tile-tree.ts';
import { consistencyProof, inclusionProof } from './tree-proofs.ts';
import { keepTree } from './tree-store.ts';

jest.setTimeout(300_000);
/** A folder of Go packages with golang.org/x/mod: others' notes and trees, which share nothing with ours. `CI_FULL=rounds` installs one. */
const packages = process.env['GO_PACKAGES'];
const suite: (name: string, define: () => void) => void =
  packages === undefined
    ? (name, define) => describe.skip(`${name} (NOT RUN: GO_PACKAGES names no folder with golang.org/x/mod)`, define)
    : describe;

/** Answers for each line of its input whether it holds. */
const PROGRAM = String.raw`
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type line struct {
	Kind, Note, Vkey, Text string
	Size, Index, First     int64
	Root, Leaf, FirstRoot  []byte
	Path                   [][]byte
}

func hash(bytes []byte) (hash tlog.Hash) { copy(hash[:], bytes); return }

func holds(l line) error {
	path := []tlog.Hash{}
	for _, bytes := range l.Path {
		path = append(path, hash(bytes))
	}
	switch l.Kind {
	case "record":
		return tlog.CheckRecord(path, l.Size, hash(l.Root), l.Index, hash(l.Leaf))
	case "tree":
		return tlog.CheckTree(path, l.Size, hash(l.Root), l.First, hash(l.FirstRoot))
	}
	verifier, err := note.NewVerifier(l.Vkey)
	if err != nil {
		return err
	}
	opened, err := note.Open([]byte(l.Note), note.VerifierList(verifier))
	if err == nil && opened.Text != l.Text {
		return fmt.Errorf("another text")
	}
	return err
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			panic(err)
		}
		fmt.Println(holds(l) == nil)
	}
}
`;

type Line = Readonly<Record<string, string | number | readonly string[]>>;

const LEAVES = 1_000;
const SEED = 7;
const ORIGIN = originOf('0e5cbd3a-5f0a-4a57-9a5a-6c1a2a3d4e5f');
const leaf = (index: number): Uint8Array => hashOfLeaf(`leaf ${index}`);

suite("notes and proofs, as Go's sumdb reads them", () => {
  let folder: string;
  let database: ReadModelDatabase;
  const roots: Uint8Array[] = [];
  const random = new Random(SEED);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'go-tlog-'));
    writeFileSync(join(folder, 'holds.go'), PROGRAM);
    database = await readModelDatabase();
    await noteInstallation(database.pool, '0e5cbd3a-5f0a-4a57-9a5a-6c1a2a3d4e5f');
    const tree = new TileTree();
    roots.push(tree.root);
    for (let index = 0; index < LEAVES; index += 1) {
      tree.add(leaf(index));
      roots.push(tree.root);
    }
    await keepTree(
      database.pool,
      { size: 0, position: 0 as never },
      { tree, position: LEAVES as never, last: undefined },
    );
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  });

  const hold = (lines: readonly Line[]): readonly string[] =>
    execFileSync('go', ['run', join(folder, 'holds.go')], {
      input: lines.map((line) => JSON.stringify(line)).join('\n'),
      env: { ...process.env, GO111MODULE: 'off', GOPATH: packages, GOCACHE: join(folder, 'cache'), GOFLAGS: '' },
      encoding: 'utf8',
    })
      .trim()
      .split('\n');
  const rootOf = (size: number): string => base64Of(roots[size] ?? new Uint8Array());
  const textsOf = (hashes: readonly Uint8Array[] | undefined): readonly string[] => (hashes ?? []).map(base64Of);
  const OTHER = base64Of(leaf(-1));

  it('hold, and changed ones do not', async () => {
    const signer = signerOf(ORIGIN, generateKeyPairSync('ed25519').privateKey);
    const vkey = vkeyOf(signer);
    const [good, forged]: [Line[], Line[]] = [[], []];
    for (let round = 0; round < 100; round += 1) {
      const size = random.whole(2, LEAVES);
      const [index, first] = [random.whole(0, size - 1), random.whole(1, size - 1)];
      const text = checkpointText({ origin: ORIGIN, size, root: roots[size] ?? new Uint8Array() });
      const note = { kind: 'note', note: signedNote(text, signer), vkey, text };
      const path = textsOf(await inclusionProof(database.pool, index, size));
      const record = { kind: 'record', size, root: rootOf(size), index, leaf: base64Of(leaf(index)), path };
      const between = textsOf(await consistencyProof(database.pool, first, size));
      const tree = { kind: 'tree', size, root: rootOf(size), first, firstRoot: rootOf(first), path: between };
      good.push(note, record, tree);
      const changedText = checkpointText({ origin: ORIGIN, size: size + 1, root: roots[size] ?? new Uint8Array() });
      forged.push(
        { ...note, note: note.note.replace(text, changedText), text: changedText },
        { ...record, leaf: OTHER },
        { ...record, path: [OTHER, ...path.slice(1)] },
        { ...tree, firstRoot: OTHER },
        { ...tree, path: [OTHER, ...between.slice(1)] },
      );
    }
    expect(new Set(hold(good))).toEqual(new Set(['true']));
    expect(new Set(hold(forged))).toEqual(new Set(['false']));
  });
});
