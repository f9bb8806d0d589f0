import { Box } from '@chakra-ui/react';
import { useEffect, useState, type ReactElement } from 'react';

/** Markdown or HTML that the operator wrote, cleaned of anything that runs. The libraries for it are loaded only where there is such a text. */
export function OperatorHtml({ html }: { readonly html: string }): ReactElement {
  const [clean, setClean] = useState('');
  useEffect(() => {
    let current = true;
    void Promise.all([import('marked'), import('dompurify')]).then(async ([{ marked }, { default: purify }]) => {
      const text = purify.sanitize(await marked.parse(html));
      if (current) setClean(text);
    });
    return () => {
      current = false;
    };
  }, [html]);
  return (
    <Box
      dangerouslySetInnerHTML={{ __html: clean }}
      css={{
        '& a': { color: 'brand', textDecoration: 'underline' },
        '& h1': { fontSize: '24px', fontWeight: 600 },
        '& h2': { fontSize: '18px', fontWeight: 600 },
        '& h1, & h2, & h3, & p, & ul, & ol, & pre': { mb: '3' },
        '& ul, & ol': { ps: '5' },
        '& ul': { listStyleType: 'disc' },
        '& ol': { listStyleType: 'decimal' },
        '& code': { fontFamily: 'mono', fontSize: '12px' },
      }}
    />
  );
}
