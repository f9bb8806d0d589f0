import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** A figure or name that leads to what makes it up: looks like text until it is pointed at. */
export const QuietLink = chakra(Link, { base: { _hover: { color: 'brand', textDecoration: 'underline' } } });

/** A link in a sentence. */
export const TextLink = chakra(Link, { base: { color: 'brand', textDecoration: 'underline' } });

/** A figure or name in a list that leads to what it is of, and looks so before it is pointed at. */
export const FigureLink = chakra(Link, {
  base: {
    textDecoration: 'underline',
    textDecorationStyle: 'dotted',
    textUnderlineOffset: '3px',
    _hover: { color: 'brand', textDecorationStyle: 'solid' },
  },
});
