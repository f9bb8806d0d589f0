/** `headers`: names and values in turn. `method` is POST where none is given. */
type HttpRequest = {
  readonly kind?: 'http';
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly origin: string;
  readonly path: string;
  readonly headers: readonly string[];
  /** Of what type it is says one of the headers. */
  readonly body?: Buffer;
};

/**
 * `origin` as of http. `messages`: texts that are said as soon as it is open. `isLast`: nothing follows a message, though the server may leave the connection
 * open; asked where the answer is no stream, which knows its end itself. Of its answer see WebSocketExchange.
 */
export type WebSocketRequest = {
  readonly kind: 'websocket';
  readonly origin: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly messages: readonly string[];
  readonly isLast?: (message: string) => boolean;
};

export type UpstreamRequest = HttpRequest | WebSocketRequest;

/** Milliseconds of silence: before the answer's head, and between two of its bytes. */
export type UpstreamTimeouts = { readonly headMs: number; readonly bytesMs: number };
