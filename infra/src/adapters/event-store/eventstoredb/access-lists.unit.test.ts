import { describe, expect, it } from '@jest/globals';
import { mayBeHidden, type Settings, settingsWith, streamListWith } from './access-lists.ts';

const OWN = {
  $userStreamAcl: {
    $r: ['$admins', 'ledgate'],
    $w: ['$admins', 'ledgate'],
    $d: ['$admins'],
    $mr: ['$admins', 'ledgate'],
    $mw: ['$admins'],
  },
  $systemStreamAcl: {
    $r: ['$admins', 'ledgate'],
    $w: ['$admins'],
    $d: ['$admins'],
    $mr: ['$admins'],
    $mw: ['$admins'],
  },
};

describe('the default access control of EventStoreDB', () => {
  it('lets the product and administrators in, and only administrators delete, where there is none', () => {
    expect(settingsWith(undefined, 'ledgate')).toEqual(OWN);
    expect(mayBeHidden(OWN)).toBe(false);
  });

  it.each<[string, Settings, Settings]>([
    [
      'of another application',
      { $userStreamAcl: { $r: ['$admins', 'shop'], $w: 'shop', $d: 'shop' }, $systemStreamAcl: { $r: '$admins' } },
      {
        $userStreamAcl: { $r: ['$admins', 'shop', 'ledgate'], $w: ['shop', 'ledgate'], $d: 'shop' },
        $systemStreamAcl: { $r: ['$admins', 'ledgate'] },
      },
    ],
    [
      'that names everybody',
      { $userStreamAcl: { $r: '$all', $w: '$all', $mr: '$all' } },
      {
        $userStreamAcl: { $r: '$all', $w: '$all', $mr: '$all' },
        $systemStreamAcl: { $r: ['$admins', 'ledgate'] },
      },
    ],
    ['without a word', {}, { $systemStreamAcl: { $r: ['$admins', 'ledgate'] } }],
  ])('keeps what is there and adds the product: %s', (_, there, expected) => {
    const settings = settingsWith(there, 'ledgate');
    expect(settings).toEqual(expected);
    expect(settingsWith(settings, 'ledgate')).toBe(settings);
    expect(mayBeHidden(settings)).toBe(true);
  });

  it('stays as it is when the product is in it, among others too', () => {
    expect(settingsWith(OWN, 'ledgate')).toBe(OWN);
    const others = settingsWith(OWN, 'shop');
    expect(settingsWith(others, 'ledgate')).toBe(others);
  });
});

describe("a stream's own access control", () => {
  it('is made where there is none, and keeps whom it names', () => {
    expect(streamListWith(undefined, 'ledgate')).toEqual(OWN.$userStreamAcl);
    expect(streamListWith({ $w: 'shop', $d: 'shop' }, 'ledgate')).toEqual({ $w: ['shop', 'ledgate'], $d: 'shop' });
    expect(streamListWith(OWN.$userStreamAcl, 'ledgate')).toBe(OWN.$userStreamAcl);
  });
});
