/** A member of an object in canonical JSON: its name, in which nothing is escaped, and its value. */
export type PlainMember = { readonly name: string; readonly text: string };

/** ASCII without anything that is escaped. */
const PLAIN = /^[ -[\]-~]*$/u;
const DIGITS_MAX = 15;

const [QUOTE, COMMA, MINUS, ZERO, NINE, COLON] = [0x22, 0x2c, 0x2d, 0x30, 0x39, 0x3a];
const [BEGIN_ARRAY, END_ARRAY, BEGIN_OBJECT, END_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The members of an object by their names, from its text alone: that of events is written without blanks and holds whole numbers and texts in which nothing is
 * escaped, so that canonical JSON (RFC 8785) only puts members in order. undefined for a text of which that is not so, or that is no object: then it is to be
 * parsed. For every event of a ledger, which parsing and printing would cost a multiple.
 */
export function plainMembers(text: string): readonly PlainMember[] | undefined {
  if (!PLAIN.test(text)) return undefined;
  const scan = new Scan(text);
  const members = scan.members();
  return scan.isEnd ? members : undefined;
}

export const objectOf = (members: readonly PlainMember[]): string => {
  let text = '';
  for (const { name, text: value } of members) text += `${text === '' ? '{' : ','}"${name}":${value}`;
  return text === '' ? '{}' : `${text}}`;
};

/** Each part answers undefined, and so does the whole, where a text is not plain. */
class Scan {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isEnd(): boolean {
    return this.#at === this.#text.length;
  }

  members(): PlainMember[] | undefined {
    if (!this.#takes(BEGIN_OBJECT)) return undefined;
    const members: PlainMember[] = [];
    if (this.#takes(END_OBJECT)) return members;
    do {
      const name = this.#string();
      if (name === undefined || !this.#takes(COLON)) return undefined;
      const text = this.#value();
      if (text === undefined || !insert(members, { name: name.slice(1, -1), text })) return undefined;
    } while (this.#takes(COMMA));
    return this.#takes(END_OBJECT) ? members : undefined;
  }

  #value(): string | undefined {
    const code = this.#text.charCodeAt(this.#at);
    if (code === QUOTE) return this.#string();
    if (code === BEGIN_OBJECT) {
      const members = this.members();
      return members && objectOf(members);
    }
    if (code === BEGIN_ARRAY) return this.#array();
    return code === MINUS || (code >= ZERO && code <= NINE) ? this.#number() : this.#word();
  }

  #array(): string | undefined {
    this.#at += 1;
    if (this.#takes(END_ARRAY)) return '[]';
    let text = '';
    do {
      const value = this.#value();
      if (value === undefined) return undefined;
      text += `${text === '' ? '[' : ','}${value}`;
    } while (this.#takes(COMMA));
    return this.#takes(END_ARRAY) ? `${text}]` : undefined;
  }

  #string(): string | undefined {
    if (this.#text.charCodeAt(this.#at) !== QUOTE) return undefined;
    const end = this.#text.indexOf('"', this.#at + 1);
    if (end < 0) return undefined;
    const from = this.#at;
    this.#at = end + 1;
    return this.#text.slice(from, this.#at);
  }

  /** A whole one that is safe whatever its digits; -0 and leading zeros are not. */
  #number(): string | undefined {
    const from = this.#at;
    if (this.#text.charCodeAt(this.#at) === MINUS) this.#at += 1;
    const digits = this.#at;
    while (isDigit(this.#text.charCodeAt(this.#at))) this.#at += 1;
    const count = this.#at - digits;
    if (count === 0 || count > DIGITS_MAX) return undefined;
    if (this.#text.charCodeAt(digits) === ZERO && (count > 1 || digits > from)) return undefined;
    return this.#text.slice(from, this.#at);
  }

  #word(): string | undefined {
    for (const word of ['true', 'false', 'null'])
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return word;
      }
    return undefined;
  }

  #takes(code: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== code) return false;
    this.#at += 1;
    return true;
  }
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

/** At its place; they are few, and mostly in order. False where the name is there already, of which JSON.parse takes the last. */
function insert(members: PlainMember[], member: PlainMember): boolean {
  let at = members.length;
  for (let before = members[at - 1]; before !== undefined && before.name >= member.name; before = members[at - 1]) {
    if (before.name === member.name) return false;
    at -= 1;
  }
  if (at === members.length) members.push(member);
  else members.splice(at, 0, member);
  return true;
}
