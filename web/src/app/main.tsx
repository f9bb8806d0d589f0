import './fonts.css';
import './first-forms.ts';
import { createRoot } from 'react-dom/client';
import { loadTexts } from '../shared/i18n/text.tsx';
import { Providers } from './providers.tsx';
import { createRouter } from './router.tsx';
import { createStore } from './store.ts';
import { applyTheme } from './theme-mode.ts';

const store = createStore(() => {
  const from = window.location.pathname + window.location.search;
  void router.navigate('/login?expired=true', { replace: true, state: { from } });
});
const { language, theme } = store.getState().ui;
applyTheme(theme);
// Its page is loaded while the texts are.
const router = createRouter();
const texts = await loadTexts(language);
const root = document.getElementById('root');
if (root) createRoot(root).render(<Providers store={store} texts={texts} router={router} />);
