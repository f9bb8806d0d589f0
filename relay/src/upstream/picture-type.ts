const AVIF_BRANDS: ReadonlySet<string> = new Set(['avif', 'avis']);
const HEIC_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis']);
const HEIF_BRANDS: ReadonlySet<string> = new Set(['mif1', 'msf1']);

/** Whose first bytes say too little: their sender's word is taken. A drawing (SVG) is a document, which no model reads as a picture. */
const TAKEN_AT_THEIR_WORD: ReadonlySet<string> = new Set(['image/bmp', 'image/tiff', 'image/heic', 'image/heif']);

/** What kind of picture these bytes are, whatever their sender calls them, and else what he calls them; undefined: no picture that a model reads. */
export function pictureType(bytes: Buffer, contentType: string): string | undefined {
  const seen = typeIn(bytes);
  if (seen !== undefined) return seen;
  const named = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  return bytes.length > 0 && TAKEN_AT_THEIR_WORD.has(named) ? named : undefined;
}

function typeIn(bytes: Buffer): string | undefined {
  if (bytes.length < 12) return undefined;
  const magic = bytes.toString('latin1', 0, 12);
  if (magic.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (magic.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (magic.startsWith('GIF87a') || magic.startsWith('GIF89a')) return 'image/gif';
  if (magic.startsWith('RIFF') && magic.endsWith('WEBP')) return 'image/webp';
  if (magic.slice(4, 8) !== 'ftyp') return undefined;
  const brand = magic.slice(8);
  if (AVIF_BRANDS.has(brand)) return 'image/avif';
  if (HEIC_BRANDS.has(brand)) return 'image/heic';
  return HEIF_BRANDS.has(brand) ? 'image/heif' : undefined;
}
