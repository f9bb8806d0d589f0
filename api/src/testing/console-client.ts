import { ConsoleSession } from './console-session.ts';

/** A session of the console that says what it expects of each call. For tests. */
export class ConsoleClient extends ConsoleSession {
  /** `data` of a call that must succeed. */
  async done<Data = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Data> {
    const { status, json } = await this.call(method, path, body);
    if (status !== 200 || json.success !== true)
      throw new Error(`${method} ${path}: HTTP ${status} ${JSON.stringify(json)}`);
    return json.data as Data;
  }

  /** The message of a call that must be refused the console's way. */
  async refused(method: string, path: string, body?: unknown): Promise<string> {
    const { status, json } = await this.call(method, path, body);
    if (status !== 200 || json.success !== false || typeof json.message !== 'string' || json.message === '') {
      throw new Error(`${method} ${path}: a refusal expected, HTTP ${status} ${JSON.stringify(json)}`);
    }
    return json.message;
  }

  async signIn(username: string, password: string): Promise<this> {
    this.userId = (await this.done<{ id: number }>('POST', '/api/user/login', { username, password })).id;
    return this;
  }
}
