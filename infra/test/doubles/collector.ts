import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { z } from 'zod';

const value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  boolValue: z.boolean().optional(),
});
const attributes = z.array(z.object({ key: z.string(), value }));
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes,
  status: z.object({ code: z.number().optional() }).optional(),
});
const message = z.object({
  resourceSpans: z.array(
    z.object({ resource: z.object({ attributes }), scopeSpans: z.array(z.object({ spans: z.array(span) })) }),
  ),
});

/** `instance`: which process has sent it. */
export type CollectedSpan = z.infer<typeof span> & {
  readonly service: string | undefined;
  readonly instance: string | undefined;
};

/** Takes traces by OTLP over HTTP, in JSON, and keeps them. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      request.on('end', () => {
        response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
        if (request.url !== '/v1/traces') return;
        this.headers.push(request.headers);
        this.#take(text);
      });
    });
  }

  static async open(): Promise<Collector> {
    const collector = new Collector();
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  traceOf(requestId: string): readonly CollectedSpan[] {
    return this.spans.filter(({ traceId }) => traceId === requestId.replaceAll('-', ''));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(text: string): void {
    for (const { resource, scopeSpans } of message.parse(JSON.parse(text)).resourceSpans) {
      const named = (name: string) => resource.attributes.find(({ key }) => key === name)?.value.stringValue;
      const told = { service: named('service.name'), instance: named('service.instance.id') };
      for (const { spans } of scopeSpans) for (const each of spans) this.spans.push({ ...each, ...told });
    }
  }
}
