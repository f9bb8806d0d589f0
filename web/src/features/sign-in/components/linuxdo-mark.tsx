import type { ReactElement } from 'react';

/** The disc of LinuxDO in three bands; its colours are part of it in any theme. */
export const LinuxDoMark = (): ReactElement => (
  <svg viewBox="0 0 16 16" width="1em" height="1em" aria-hidden>
    <clipPath id="linuxdo-disc">
      <circle cx="8" cy="8" r="7" />
    </clipPath>
    <g clipPath="url(#linuxdo-disc)">
      <rect width="16" height="5.2" fill="#1c1c1e" />
      <rect y="5.2" width="16" height="5.6" fill="#f0f0f0" />
      <rect y="10.8" width="16" height="5.2" fill="#ffb003" />
    </g>
    <circle cx="8" cy="8" r="7.5" fill="none" stroke="currentColor" strokeOpacity="0.4" />
  </svg>
);
