/** A chunk that is named, and the modules that it holds. */
type Chunk = { readonly name: string; readonly priority: number; readonly test: RegExp; readonly tags?: ['$initial'] };

/** A chunk as it is told below: its modules by parts of their paths, as expressions. */
type Told = Omit<Chunk, 'priority' | 'test'> & { readonly paths: readonly string[] };

const oneOf = (...paths: readonly (string | readonly string[])[]): readonly string[] => paths.flat();
const expression = (paths: readonly string[]): RegExp =>
  new RegExp(paths.map((path) => path.replaceAll('/', '[\\\\/]')).join('|'));
/** Folders of packages, or of files within them. */
const packages = (...names: readonly string[]): readonly string[] => names.map((name) => `node_modules/${name}`);
const chakra = (components: string): readonly string[] =>
  packages(`@chakra-ui/react/dist/esm/components/(${components})/`);
const ark = (components: string): readonly string[] => packages(`@ark-ui/react/dist/components/(${components})/`);
/** Files of ours below web/src/shared, without their ending. */
const shared = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `web/src/shared/${name}\\.tsx?$`);

/** From the first that takes a module on; what a chunk holds takes along all that it imports and no earlier one has. */
const inOrder = (chunks: readonly Told[]): Chunk[] =>
  chunks.map(({ paths, ...chunk }, index) => ({ ...chunk, test: expression(paths), priority: chunks.length - index }));

/**
 * How the console is divided: what every page needs in two chunks, and beside them what whole kinds of pages need, each in one, so that a first visit has
 * few requests (static files are limited by address) and few bytes (first-visit.ts has the limits). What is in none of them stands with its page, or is
 * divided by the bundler. A chunk may import those above it alone: what is light and stands below what is heavy drags that into every page.
 */
export const toldChunks: readonly Told[] = [
  { name: 'libraries', tags: ['$initial'], paths: oneOf(packages(''), 'rolldown/runtime') },
  {
    name: 'kit',
    tags: ['$initial'],
    paths: oneOf('(web|domain)/src/(?!app/main)', 'api/src/contract/access', 'vite/preload'),
  },
  {
    name: 'base',
    paths: oneOf(
      'web/src/features/books/(texts|finding|account-link|reachable|components/(findings|books-mark))',
      'api/src/contract/who-may',
      'domain/src/(catalogue/(?!audit|top-ups)|shared/(?!schemas|periods)|account/limits|call-limits/call-limits|options/data-steps|till/tags|pricebook/kinds)',
      shared(
        '(prices|money|time|session|status|api|chat)/[\\w-]+',
        'command-id',
        'form/making',
        'account/account-links',
        'table/(shown-columns|use-shown-columns|newer-rows-max)',
        'filters/(opened|use-opened|current-params|read-range|use-filters|filter-value|page-size|use-page-size)',
      ),
      shared(
        'receipt/(receipt-api|postings)',
        'ui/(use-[\\w-]+|states|copy|page|status-dot|error-text|leaving-texts|operator-[\\w-]+)',
      ),
      shared('ui/(on-demand|dialogs|question|opened-drawer)'),
      chakra('skeleton|grid|square|group|input-group|input-element|native-select|icons|button|textarea'),
    ),
  },
  // What all parts with a state of their own are made of.
  {
    name: 'controls',
    paths: oneOf(
      packages(
        '@zag-js/(core|react|utils|dom-query|types|anatomy|dismissable|interact-outside|presence|focus-visible)/',
      ),
      packages('@zag-js/(rect-utils|switch)/', '@ark-ui/react/dist/(utils|providers)/'),
      ark('presence|portal|switch'),
      chakra('switch'),
      shared('ui/fields'),
    ),
  },
  // Filters, then the lists that they narrow, then what comes when it is first asked for.
  {
    name: 'filters',
    paths: oneOf(
      packages('@zag-js/(popover|popper|radio-group|focus-trap|aria-hidden|remove-scroll)/', '@floating-ui/'),
      ark('popover|segment-group'),
      chakra('popover|segment-group'),
      shared('filters/(filter-bar|search-field|choice-filter)'),
    ),
  },
  // Few lists are narrowed by it.
  { name: 'ranges', paths: oneOf(shared('filters/range-picker')) },
  {
    name: 'lists',
    paths: oneOf(
      shared(
        '(table/(?!opened)|filters/)[\\w-]+',
        'ui/(pager|row-menu)',
        'files/export-(button|label)',
        'long-work/(?!run-texts|run-end|use-server-runs)[\\w-]+',
      ),
      'web/src/features/(channels|logs|redemptions|tokens|users)/api/',
    ),
  },
  // Beside its page and its form: what both have.
  {
    name: 'channels',
    paths: oneOf(
      'web/src/features/channels/(unpriced-name|texts|channel-types|upstream-amount|put-aside-keys|priority-min)',
      'domain/src/channel/(channel-types|default-models)',
    ),
  },
  { name: 'tabs', paths: oneOf(packages('@zag-js/tabs/'), ark('tabs'), chakra('tabs')) },
  {
    name: 'dialogs',
    paths: oneOf(
      shared('ui/(dialog-frame|confirm-dialog|form-dialog|form-drawer|question-dialog|waiting-drawer|copy-by-hand)'),
      'web/src/app/shell/(leaving-question|elsewhere|menu-sheet)',
    ),
  },
  {
    name: 'menus',
    paths: oneOf(
      packages('@zag-js/menu/'),
      ark('menu'),
      chakra('menu'),
      shared('ui/opened-row-menu', 'table/opened-view-menu'),
      'web/src/app/shell/(account-menu|language-menu)',
    ),
  },
  { name: 'toasts', paths: oneOf(shared('ui/toast-region')) },
  {
    name: 'charts',
    paths: oneOf(
      packages(
        'recharts/',
        'victory-vendor/',
        'd3-',
        'internmap/',
        'es-toolkit/',
        'decimal\\.js-light/',
        'eventemitter3/',
      ),
    ),
  },
  {
    name: 'forms',
    paths: oneOf(
      packages('zod/'),
      shared('form/[\\w-]+', 'ui/(amount-field|chip-input|call-limit-fields|unit-beside)'),
      'api/src/contract/(fields|route|session)',
      'web/src/features/settings/api/',
    ),
  },
  { name: 'wallet', paths: oneOf('web/src/features/wallet/(components/wallet-tabs|api/|texts)') },
  {
    name: 'statements',
    paths: oneOf(
      shared('account/(statement-(?!bar|file|groups)[\\w-]+|entry-text|receipt-button|charges-of-line|account-api)'),
    ),
  },
  // Orders of one's own need no statement.
  { name: 'wallet', paths: oneOf('web/src/features/wallet/(components/wallet-tabs|api/|texts)') },
  {
    name: 'orders',
    paths: oneOf(
      shared('topup/(?!titles|all-order-facts|order-fact-texts)[\\w-]+'),
      'web/src/features/orders/(api/|texts)',
      'domain/src/catalogue/top-ups',
    ),
  },
  {
    name: 'pricebook',
    paths: oneOf('web/src/features/pricebook/(api/|texts|components/cut)'),
  },
  { name: 'mail', paths: oneOf(shared('mail/[\\w-]+')) },
  // What the dialogs of accounts with providers are opened from.
  { name: 'outside', paths: oneOf(shared('outside/(?!wechat|telegram)[\\w-]+')) },
  // What the list of people and the page of one have both: two chunks would be a request too many.
  { name: 'people', paths: oneOf('web/src/features/users/((permission-)?texts|components/user-actions)') },
  { name: 'receipts', paths: oneOf(shared('receipt/[\\w-]+')) },
  {
    name: 'accounts',
    paths: oneOf(
      shared('account/(?!receipt-drawer|balance-at|statement-(bar|file|groups)|narrow-statement)[\\w-]+'),
      'web/src/features/wallet/components/own-account',
    ),
  },
];

/** The same, as the bundler takes them. */
export const chunks = inOrder(toldChunks);
