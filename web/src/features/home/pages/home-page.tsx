import { Box, Button, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { useEffect, type ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { useOwnTexts, useTexts } from '../../../shared/i18n/text.tsx';
import { useSession } from '../../../shared/session/use-session.ts';
import { useHomeContentQuery, useStatus } from '../../../shared/status/status-api.ts';
import { serverAddress } from '../../../shared/status/server-address.ts';
import { CopyText } from '../../../shared/ui/copy.tsx';
import { OperatorPage } from '../../../shared/ui/operator-page.tsx';
import { homeTexts } from '../texts.ts';

/** The operator's own page (an address or a text), else a short page about the product. */
export function HomePage(): ReactElement {
  const { system_name: product } = useStatus();
  const { data: content, isLoading } = useHomeContentQuery();
  useEffect(() => {
    document.title = product;
  }, [product]);
  if (isLoading) return <Box minH="60vh" aria-busy />;
  if (content) return <OperatorPage content={content} title={product} />;
  return <ProductPage />;
}

function ProductPage(): ReactElement {
  const t = useTexts();
  const own = useOwnTexts(homeTexts);
  const { user } = useSession();
  const { system_name: product, server_address: address, register_enabled: open } = useStatus();
  const base = `${serverAddress(address)}/v1`;
  return (
    <Box maxW="1040px" mx="auto" px={{ base: '4', sm: '8' }} pt={{ base: '12', sm: '24' }} pb="16">
      <Text color="brand" fontWeight="600" mb="3">
        {product}
      </Text>
      <Heading
        as="h1"
        fontSize={{ base: '28px', sm: '40px' }}
        lineHeight="1.15"
        letterSpacing="-0.03em"
        fontWeight="600"
        maxW="18ch"
      >
        {own.title}
      </Heading>
      <Text fontSize={{ base: '15px', sm: '17px' }} lineHeight="1.6" color="fg.muted" mt="4" maxW="60ch">
        {own.about}
      </Text>
      <Flex gap="2" mt="8" wrap="wrap">
        {user ? (
          <Button asChild size="md" variant="solid" colorPalette="brand">
            <Link to="/detail">{own.console}</Link>
          </Button>
        ) : (
          <>
            {open ? (
              <Button asChild size="md" variant="solid" colorPalette="brand">
                <Link to="/register">{own.start}</Link>
              </Button>
            ) : null}
            <Button asChild size="md">
              <Link to="/login">{t.signIn.title}</Link>
            </Button>
          </>
        )}
      </Flex>
      <Stack mt="14" gap="2">
        <Text fontWeight="500">{own.connect}</Text>
        <Box
          htmlTranslate="no"
          bg="bg.panel"
          borderWidth="1px"
          borderRadius="l3"
          px="4"
          py="3"
          overflowX="auto"
          fontFamily="mono"
          fontSize="13px"
          lineHeight="22px"
        >
          <Box whiteSpace="pre">
            <Box as="span" color="fg.muted">
              OPENAI_BASE_URL=
            </Box>
            <CopyText text={base} characters={80} />
          </Box>
          <Box whiteSpace="pre">
            <Box as="span" color="fg.muted">
              OPENAI_API_KEY=
            </Box>
            sk-…
          </Box>
        </Box>
      </Stack>
      <Grid
        templateColumns={{ base: '1fr', sm: 'repeat(3, 1fr)' }}
        gap={{ base: '6', sm: '10' }}
        mt="14"
        borderTopWidth="1px"
        pt="8"
      >
        {own.points.map(([title, text]) => (
          <Box key={title}>
            <Text fontWeight="600" mb="1">
              {title}
            </Text>
            <Text color="fg.muted">{text}</Text>
          </Box>
        ))}
      </Grid>
    </Box>
  );
}
