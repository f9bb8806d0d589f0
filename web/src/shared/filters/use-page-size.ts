import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { selectUi, type PageSize } from '../ui-state/ui-slice.ts';
import { sizeIn } from './page-size.ts';

/** How many rows a page of the list has that is shown: as the address says, else as this browser keeps. */
export function usePageSize(): PageSize {
  const [params] = useSearchParams();
  const { pageSize } = useSelector(selectUi);
  return sizeIn(params, pageSize);
}
