import { chakra, Flex } from '@chakra-ui/react';
import { type Tags, tagText } from '@ledgate/domain/till/tags';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';

const Tag = chakra(Link, {
  base: {
    borderWidth: '1px',
    borderRadius: 'full',
    px: '2',
    fontSize: '12px',
    maxW: 'full',
    overflowWrap: 'anywhere',
    _hover: { color: 'brand' },
  },
});

/** The tags of a call; each leads to the calls that have it. */
export function TagList({ tags }: { readonly tags: Tags }): ReactElement {
  return (
    <Flex as="ul" htmlTranslate="no" gap="1.5" wrap="wrap" listStyleType="none">
      {Object.entries(tags).map(([name, value]) => (
        <li key={name}>
          <Tag display="inline-block" to={`/log?${new URLSearchParams({ tag: tagText(name, value) }).toString()}`}>
            {tagText(name, value)}
          </Tag>
        </li>
      ))}
    </Flex>
  );
}
