import { ChakraProvider } from '@chakra-ui/react';
import { StrictMode, useEffect, type ComponentProps, type ReactElement } from 'react';
import { Provider, useSelector } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { TextProvider, type Texts } from '../shared/i18n/text.tsx';
import { system } from '../shared/theme/system.ts';
import { CopyByHand } from '../shared/ui/by-hand.tsx';
import { Toasts } from '../shared/ui/toaster.tsx';
import { selectUi } from '../shared/ui-state/ui-slice.ts';
import type { Store } from './store.ts';
import { keepTheme } from './theme-mode.ts';

type ProvidersProps = {
  readonly store: Store;
  readonly texts: Texts;
  readonly router: ComponentProps<typeof RouterProvider>['router'];
};

export function Providers({ store, texts, router }: ProvidersProps): ReactElement {
  return (
    <StrictMode>
      <Provider store={store}>
        <ChakraProvider value={system}>
          <ThemeOnDocument />
          <TextProvider initial={texts}>
            <RouterProvider router={router} />
            <Toasts />
            <CopyByHand />
          </TextProvider>
        </ChakraProvider>
      </Provider>
    </StrictMode>
  );
}

function ThemeOnDocument(): null {
  const { theme } = useSelector(selectUi);
  useEffect(() => keepTheme(theme), [theme]);
  return null;
}
