import { basename, dirname } from 'node:path';
import type { Response } from 'express';
import { EXPORT_UNREAD_MS } from '../limits.ts';

/** A file that stands on the disk, whole, and does not change. */
export type StoredFile = {
  readonly path: string;
  /** For whoever keeps it: letters, digits, dashes, and dots. */
  readonly name: string;
  /** With its charset. */
  readonly type: string;
  /** In quotes: another one is another file. */
  readonly etag: string;
};

const RANGE_NOT_SATISFIABLE = 416;
const PRECONDITION_FAILED = 412;

/**
 * Sends a file or the one range of it that is asked for (RFC 9110, Range, If-Range, If-None-Match), a piece at a time. A caller who leaves it unread for too
 * long loses his connection. Throws where it cannot be opened; after its first byte the connection is ended in the middle, and `onBroken` is told.
 */
export function sendStored(
  response: Response,
  { path, name, type, etag }: StoredFile,
  onBroken: (error: unknown) => void,
): Promise<void> {
  response.set({
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    // Its bytes are what its length, its ranges and its digest are of: nobody on the way compresses them.
    'Cache-Control': 'no-store, no-transform',
    ETag: etag,
  });
  response.setTimeout(EXPORT_UNREAD_MS, () => response.destroy());
  return new Promise((resolve, reject) => {
    const ended = (error?: unknown): void => {
      if (error === undefined || error === null || hasLeft(response, error)) resolve();
      else if (response.headersSent) {
        onBroken(error);
        response.destroy();
        resolve();
      } else if (isOfRange(error)) {
        // Its Content-Range, which tells the length, stands already.
        response.removeHeader('Content-Type');
        response.removeHeader('Content-Disposition');
        response.status(error.status).end();
        resolve();
      } else reject(error instanceof Error ? error : new Error('a file could not be sent', { cause: error }));
    };
    response.sendFile(
      basename(path),
      { root: dirname(path), cacheControl: false, etag: false, lastModified: false, dotfiles: 'deny' },
      ended,
    );
  });
}

/** The caller has gone, or was let go. */
const hasLeft = (response: Response, error: unknown): boolean =>
  response.destroyed || ['ECONNABORTED', 'EPIPE', 'ECONNRESET'].includes(String((error as { code?: unknown }).code));

const isOfRange = (error: unknown): error is { readonly status: number } =>
  [RANGE_NOT_SATISFIABLE, PRECONDITION_FAILED].includes(Number((error as { status?: unknown }).status));
