import { DirectoryUnavailable } from '@ledgate/projections/directory/relay-view';
import type { SharedKeyRow, SharedShortLivedKeys } from '@ledgate/projections/directory/short-lived-keys';

type Row = SharedKeyRow & { readonly askedBy: string };

/** In memory, for several processes. Keys do not end by themselves. */
export class FakeShortLivedKeys implements SharedShortLivedKeys {
  readonly rows = new Map<string, Row>();
  isDown = false;

  find(name: string): Promise<SharedKeyRow> {
    return this.#answer(() => this.rows.get(name) ?? { key: undefined, version: 0, isAsked: false });
  }

  claim(name: string, { version, askedBy }: Parameters<SharedShortLivedKeys['claim']>[1]): Promise<boolean> {
    return this.#answer(() => {
      const row = this.rows.get(name) ?? { key: undefined, version: 0, isAsked: false };
      if (row.isAsked || row.version !== version) return false;
      this.rows.set(name, { ...row, isAsked: true, askedBy });
      return true;
    });
  }

  settle(name: string, askedBy: string, key: Parameters<SharedShortLivedKeys['settle']>[2]): Promise<void> {
    return this.#answer(() => {
      const row = this.rows.get(name);
      if (row?.askedBy !== askedBy) return;
      const given = key === undefined ? { key: row.key, version: row.version } : { key, version: row.version + 1 };
      this.rows.set(name, { ...given, isAsked: false, askedBy: '' });
    });
  }

  async #answer<Value>(value: () => Value): Promise<Value> {
    await Promise.resolve();
    if (this.isDown) throw new DirectoryUnavailable('the directory does not answer');
    return value();
  }
}
