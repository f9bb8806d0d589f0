import type { MouseEvent } from 'react';

/** A click on a control inside the row is the control's, and so is the end of a text selection. */
export const isOnControl = (event: MouseEvent): boolean =>
  (event.target instanceof Element &&
    event.target.closest('button, a, input, select, textarea, label, [role=menu]') !== null) ||
  (window.getSelection()?.toString() ?? '') !== '';
