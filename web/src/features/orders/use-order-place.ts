import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useTexts } from '../../shared/i18n/text.tsx';
import { tellFailure } from '../../shared/ui/toaster.tsx';
import { ordersApi } from './api/orders-api.ts';
import { findOrder } from './find-order.ts';

type Narrowed = { readonly username: string; readonly status: string; readonly size: number };

/**
 * Leads to an order that an address names and that is not among the rows of the page shown. `number`: of that order; undefined where there is nothing to look
 * for. `lead` goes to a page of the list, newest first. Answers the number of an order that is on no page of the list as it is narrowed.
 */
export function useOrderPlace(
  number: string | undefined,
  { username, status, size }: Narrowed,
  lead: (page: number) => void,
): string | undefined {
  const t = useTexts();
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [missing, setMissing] = useState<string>();
  /** Each is looked for once: a row that goes is not run after. */
  const sought = useRef('');
  useEffect(() => {
    if (number === undefined || sought.current === number) return;
    sought.current = number;
    const ask = async (page: number) => {
      const asked = { username, status, first: '', page, size, unplacedPage: 1 };
      const { items, total } = await dispatch(
        ordersApi.endpoints.orders.initiate(asked, { subscribe: false, forceRefetch: true }),
      ).unwrap();
      return { rows: items, pages: Math.ceil(total / size) };
    };
    findOrder(number, ask).then(
      (page) => {
        // Something else was opened, or the page left, meanwhile.
        if (new URLSearchParams(window.location.search).get('open') !== number) return;
        if (page === undefined) setMissing(number);
        else lead(page);
      },
      (error: unknown) => {
        sought.current = '';
        tellFailure(error, t);
      },
    );
  }, [number, username, status, size, lead, dispatch, t]);
  return missing === number ? missing : undefined;
}
