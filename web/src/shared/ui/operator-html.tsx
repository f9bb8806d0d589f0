import { Box } from '@chakra-ui/react';
import { useEffect, useState, type ReactElement } from 'react';
import { loadedCode } from '../connection/page-code.ts';
import { useTexts } from '../i18n/text.tsx';

type Cleaning = { readonly FORBID_TAGS?: string[]; readonly FORBID_ATTR?: string[] };

/** Of what a model wrote nothing is fetched or filled in: an address in it could tell somebody else what was asked. */
const OF_A_MODEL: Cleaning = {
  FORBID_TAGS: [
    // Those of the page.
    'h1',
    'h2',
    'img',
    'picture',
    'video',
    'audio',
    'source',
    'svg',
    'math',
    'style',
    'form',
    'input',
    'button',
    'select',
  ],
  FORBID_ATTR: ['style', 'class', 'id', 'src', 'srcset', 'background'],
};
const OF_OPERATOR: Cleaning = {};

/** Markdown or HTML that the operator wrote, cleaned of anything that runs. The libraries for it are loaded only where there is such a text. */
export const OperatorHtml = ({ html }: { readonly html: string }): ReactElement => (
  <CleanHtml html={html} cleaning={OF_OPERATOR} />
);

/** Headings of an answer or a notice stand below those of its page. */
const HEADINGS_DOWN = 2;
const HEADING_MAX = 6;

/** Of a notice nothing takes the place of what a page has: its headings, its looks, what links within it lead to. */
const OF_A_NOTICE: Cleaning = { FORBID_TAGS: ['h1', 'h2', 'style', 'form', 'input'], FORBID_ATTR: ['id'] };

/** The operator's notice, Markdown or HTML, as it stands on every page. */
export function NoticeHtml({ text }: { readonly text: string }): ReactElement {
  const t = useTexts();
  return <CleanHtml html={text} cleaning={OF_A_NOTICE} headingsDown={HEADINGS_DOWN} tables={t.common.table} />;
}

/** Markdown that a model wrote; until it is cleaned its letters are shown as they are. */
export function ModelText({ text }: { readonly text: string }): ReactElement {
  const t = useTexts();
  return (
    <CleanHtml
      html={text}
      cleaning={OF_A_MODEL}
      headingsDown={HEADINGS_DOWN}
      tables={t.common.table}
      meanwhile={text}
    />
  );
}

const loadCleaning = () => Promise.all([import('marked'), import('dompurify')]);

function CleanHtml({
  html,
  cleaning,
  headingsDown = 0,
  tables,
  meanwhile,
}: {
  readonly html: string;
  readonly cleaning: Cleaning;
  readonly headingsDown?: number;
  /** What a table is called that has no name. */
  readonly tables?: string;
  readonly meanwhile?: string;
}): ReactElement {
  const [clean, setClean] = useState<string>();
  useEffect(() => {
    let current = true;
    const show = async ([{ marked }, { default: purify }]: Awaited<ReturnType<typeof loadCleaning>>): Promise<void> => {
      const parsed = await marked.parse(html, {
        walkTokens: (token) => {
          if (token.type === 'heading') token['depth'] = Math.min(HEADING_MAX, Number(token['depth']) + headingsDown);
        },
      });
      const text = purify.sanitize(parsed, cleaning);
      if (current) setClean(tables === undefined ? text : text.replaceAll('<table>', `<table aria-label="${tables}">`));
    };
    // Gone: the letters stay as they are.
    void loadedCode(loadCleaning).then(show, () => undefined);
    return () => {
      current = false;
    };
  }, [html, cleaning, headingsDown, tables]);
  if (clean === undefined) return <Box whiteSpace="pre-wrap">{meanwhile}</Box>;
  return (
    <Box
      dangerouslySetInnerHTML={{ __html: clean }}
      css={{
        // By the padding one that stands alone is as high as a finger needs.
        '& a': { color: 'brand', textDecoration: 'underline', py: '1' },
        '& h1': { fontSize: '24px', fontWeight: 600 },
        '& h2, & h3': { fontSize: '18px', fontWeight: 600 },
        '& h4, & h5, & h6': { fontWeight: 600 },
        '& h1, & h2, & h3, & h4, & h5, & h6, & p, & ul, & ol, & pre': { mb: '3' },
        '& ul, & ol': { ps: '5' },
        '& ul': { listStyleType: 'disc' },
        '& ol': { listStyleType: 'decimal' },
        '& code': { fontFamily: 'mono', fontSize: '12px' },
        '& pre': { overflowX: 'auto', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l2', px: '3', py: '2' },
        '& table': { display: 'block', overflowX: 'auto', mb: '3' },
        '& th, & td': { borderWidth: '1px', px: '2', py: '1', textAlign: 'start' },
        '& > :last-child': { mb: '0' },
      }}
    />
  );
}
