import { useEffect, useState, type ComponentType, type ReactElement } from 'react';
import { loadedCode } from '../connection/page-code.ts';

/** For what may be missing where it cannot be loaded. */
export const Nothing = (): null => null;

/**
 * A part that is shown seldom, and whose code comes when it first is. Where that does not come at once `Without` stands in its place; without one it waits
 * for the connection, and stays away where the server has it no more (page-code.ts): it would take the page along, and what is typed there.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Without?: ComponentType<Props>,
): (props: Props) => ReactElement | null {
  let loaded: ComponentType<Props> | undefined;
  return function OnDemand(props: Props): ReactElement | null {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      const show = (part: ComponentType<Props>): void => {
        loaded = part;
        setPart(() => part);
      };
      // The line under the top bar says meanwhile why it is not there.
      const wait = (): void => void loadedCode(load).then(show, () => undefined);
      if (loaded !== undefined) show(loaded);
      else if (Without === undefined) wait();
      else
        load().then(show, () => {
          setPart(() => Without);
          wait();
        });
    }, []);
    return Part === undefined ? null : <Part {...props} />;
  };
}

type Asked<Props> = {
  /** Undefined until somebody has asked and it has come. */
  readonly Part: ComponentType<Props> | undefined;
  /** Waits for the connection; what is gone is tried again when it is asked for again. */
  readonly ask: () => void;
  /** Loads it before it is asked for: the pointer is there, or the focus. */
  readonly warm: () => void;
};

/** A part that opens at a press, and whose code comes with the first one. */
export function useAsked<Props>(load: () => Promise<ComponentType<Props>>): Asked<Props> {
  const [Part, setPart] = useState<ComponentType<Props>>();
  return {
    Part,
    ask: () => {
      const at = document.activeElement;
      void loadedCode(load).then(
        // Who has gone on to something else has given it up.
        (part) => document.activeElement === at && setPart(() => part),
        () => undefined,
      );
    },
    warm: () => void load().catch(() => undefined),
  };
}
