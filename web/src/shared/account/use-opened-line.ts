import { useLocation, useNavigate } from 'react-router-dom';
import { currentParams } from '../filters/current-params.ts';
import type { StatementLine } from './statement-days.ts';

const LINES = 'lines';
/** Lines of a statement that an address keeps open; the first opened go first. */
const LINES_MAX = 20;

type OpenedLine = { readonly isOpen: boolean; readonly toggle: () => void };

/** Whether a line of a statement is open, in the address as `?lines=17,42` by the position of its first entry: Back closes it. */
export function useOpenedLine(line: StatementLine): OpenedLine {
  const location = useLocation();
  const navigate = useNavigate();
  const first = line.kind === 'entry' ? line.entry : line.charges[0];
  const key = String(first?.position ?? '');
  const isOpen = openIn(new URLSearchParams(location.search)).includes(key);
  const toggle = (): void => {
    const state = location.state as { readonly line?: string } | null;
    if (isOpen && state?.line === key) {
      void navigate(-1);
      return;
    }
    const params = currentParams();
    const others = openIn(params).filter((one) => one !== key);
    const open = isOpen ? others : [...others, key].slice(-LINES_MAX);
    if (open.length === 0) params.delete(LINES);
    else params.set(LINES, open.join(','));
    void navigate({ search: params.toString() }, { replace: isOpen, state: isOpen ? null : { line: key } });
  };
  return { isOpen, toggle };
}

const openIn = (params: URLSearchParams): readonly string[] =>
  (params.get(LINES) ?? '').split(',').filter((one) => one !== '');
