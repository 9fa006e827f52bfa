import {
  contractDistrict,
  districts,
  isComposition,
  isOrdered,
  isPublicFile,
  isTexts,
  moduleOf,
  ownSchema,
  sharesFiles,
  subscriberDistricts,
} from './modules.ts';
import type { Import, Source } from './source.ts';

export type Rule = {
  name: string;
  why: string;
  files: RegExp;
  except?: RegExp;
} & (
  | { imports: (target: string, path: string, found: Import) => boolean }
  | { matchesText: RegExp }
  | { check: (source: Source) => { index: number; what: string }[] }
);

const API = 'apps/api/src';
const WEB = 'apps/web/src';
const outside =
  (...allowed: RegExp[]) =>
  (target: string) =>
    !allowed.some((pattern) => pattern.test(target));
const within = (folder: string) => new RegExp(`^${folder}/`);
const builtIn = /^node:(crypto|async_hooks|util|assert)$/;

/** `npm run check` applies every rule to all files; each rule has an example violation that proves it works. */
export const rules: Rule[] = [
  {
    name: 'money-imports-nothing',
    why: 'Every package depends on money, so it depends on none.',
    files: within('packages/money'),
    imports: outside(within('packages/money')),
  },
  {
    name: 'messages-import-money-only',
    why: 'Texts belong to server and browser, so they depend on neither.',
    files: within('packages/messages'),
    imports: outside(within('packages/(messages|money)'), /^(intl-messageformat|@schummar\/icu-type-parser)$/),
  },
  {
    name: 'contract-imports-packages-only',
    why: 'The contract must not depend on server or browser.',
    files: within('packages/contract'),
    imports: outside(within('packages/(contract|money|messages)'), /^(zod(\/mini)?|ibantools)$/),
  },
  {
    name: 'ledger-imports-money-only',
    why: 'The ledger must not depend on payments, platform or contract.',
    files: within('packages/ledger'),
    imports: outside(
      within('packages/ledger'),
      within('packages/money'),
      /^kysely$/,
      /^node:timers\/promises$/,
      builtIn,
    ),
  },
  {
    name: 'contract-districts-in-order',
    why: 'A contract file imports only files of its own or an earlier district; contract.ts and purpose.ts compose all.',
    files: within('packages/contract/src/[^/]+'),
    imports: (target, path) =>
      /^packages\/contract\/src\/[^/]+\.ts$/.test(target) ||
      districts.indexOf(contractDistrict(target) ?? '') > districts.indexOf(contractDistrict(path) ?? ''),
  },
  {
    name: 'platform-imports-no-module',
    why: 'The platform contains no business rules.',
    files: within(`${API}/platform`),
    imports: (target) =>
      /^(apps|packages)\//.test(target) &&
      !within(`${API}/platform`).test(target) &&
      !within('packages/(money|contract|messages)').test(target),
  },
  {
    name: 'modules-import-public-files-only',
    why: 'Other modules import only the public file, which has the name of the module.',
    files: within(`apps/(api|web)/src/[^/]+`),
    imports: (target, path) => {
      const [from, to] = [moduleOf(path), moduleOf(target)];
      if (!to || isComposition(path) || from?.name === to.name || isPublicFile(target) || isTexts(target)) return false;
      return !from || !sharesFiles(from, to);
    },
  },
  {
    name: 'districts-in-order',
    why: 'A module imports only modules of its own or an earlier district; test/boundaries/modules.ts has the order.',
    files: within(`apps/(api|web)/src/[^/]+`),
    imports: (target, path) => {
      const [from, to] = [moduleOf(path), moduleOf(target)];
      return from !== undefined && to !== undefined && !isOrdered(from, to);
    },
  },
  {
    name: 'subscribers-are-not-imported',
    why: 'Publishers must not depend on subscribers; only composition files such as subscriptions.ts and routes.ts register them.',
    files: within(API),
    except: new RegExp(`^${API}/(mailer|routes|subscriptions|jobs|notification-listeners|erasure-handlers)\\.ts$`),
    imports: (target, path) => {
      const district = moduleOf(target)?.district ?? '';
      return subscriberDistricts.includes(district) && moduleOf(path)?.district !== district;
    },
  },
  {
    name: 'composition-files-are-not-imported',
    why: 'The files that assemble all modules, such as app.ts, import every module, so no module may import them.',
    files: within(`apps/(api|web)/src/[^/]+`),
    imports: (target, path) => isComposition(target) && !isComposition(path),
  },
  {
    name: 'every-module-has-a-district',
    why: 'Add a new district to test/boundaries/modules.ts first.',
    files: within(`apps/(api|web)/src/[^/]+`),
    check: ({ path }) => {
      const module = moduleOf(path);
      return module === undefined || districts.includes(module.district) ? [] : [{ index: 0, what: module.name }];
    },
  },
  {
    name: 'network-modules-in-adapters-only',
    why: 'Only the platform, app.ts and the adapters in rails/ and feeds/ may use the network.',
    files: within(`${API}/[^/]+`),
    except: new RegExp(`^${API}/(platform/|[^/]+/[^/]+/(rails|feeds)/)`),
    imports: (target) =>
      /^(fastify|@fastify\/.*|pg|socket\.io|@socket\.io\/.*|undici|nodemailer|node:(http|https|http2|net|tls|dgram))$/.test(
        target,
      ),
  },
  {
    name: 'fetch-in-adapters-only',
    why: 'A call to the outside inside a money transaction would hold its locks.',
    files: within(`(${API}/[^/]+|packages)`),
    except: new RegExp(`^${API}/(platform/|[^/]+/[^/]+/(rails|feeds)/)`),
    matchesText: /(?<![.\w])(fetch|callPartner)\(/,
  },
  {
    name: 'api-imports-no-other-app',
    why: 'Programs communicate over the network only.',
    files: within(API),
    imports: (target) => /^apps\/(web|sandbox-bank)\//.test(target),
  },
  {
    name: 'sandbox-bank-imports-no-larkmere-code',
    why: 'The sandbox bank simulates another company.',
    files: within('apps/sandbox-bank'),
    imports: (target) => /^(apps\/(api|web)|packages\/(ledger|contract))\//.test(target),
  },
  {
    name: 'web-imports-no-server-code',
    why: 'The browser bundle must not contain server code.',
    files: within('apps/web'),
    imports: (target) =>
      /^(apps\/(api|sandbox-bank)|packages\/ledger|node_modules)\/|^(kysely|pg|fastify)$/.test(target),
  },
  {
    name: 'ui-imports-no-business-code',
    why: 'UI components serve every screen, so they import no module, no platform and only text helpers of the contract.',
    files: within(`${WEB}/ui`),
    except: /\.texts(\.\w+)?\.ts$/,
    imports: (target) =>
      within('(apps|packages)').test(target) &&
      !within(`(${WEB}/ui|packages/money)`).test(target) &&
      !/^packages\/contract\/src\/(platform\/(transliteration|card-number)|reference\/identifier-text)\.ts$/.test(
        target,
      ),
  },
  {
    name: 'web-platform-imports-no-screen',
    why: 'The platform of the web contains no screens.',
    files: within(`${WEB}/platform`),
    imports: (target) => moduleOf(target) !== undefined || isComposition(target),
  },
  {
    name: 'no-full-zod-in-the-browser',
    why: 'Schemas stay on the server; forms take zod/mini.',
    files: within(WEB),
    except: /\.test\.tsx?$/,
    imports: (target, _path, { isType }) => target === 'zod' && !isType,
  },
  {
    name: 'texts-in-the-browser-by-subject',
    why: 'The browser downloads the texts of one subject, already compiled: not those of all, nor a parser for them.',
    files: within(`(${WEB}|packages/contract)`),
    except: /\.test\.tsx?$/,
    imports: (target, _path, { isType }) =>
      /^packages\/messages\/src\/(languages|format-message)\.ts$|^intl-messageformat$/.test(target) && !isType,
  },
  {
    name: 'texts-are-imported-by-lists-only',
    why: 'A list in messages decides when texts are downloaded; imported elsewhere, they would come with that file too.',
    files: within(WEB),
    except: new RegExp(`^${WEB}/messages/`),
    imports: isTexts,
  },
  {
    name: 'no-index-files',
    why: 'Packages and modules are imported by path, not through an index.',
    files: /^(apps|packages)\/.*\/index\.tsx?$/,
    check: () => [{ index: 0, what: 'index file' }],
  },
  {
    name: 'no-re-exports',
    why: 'Import a name from the file that declares it. Only the public file of a module re-exports names, of its own files.',
    files: /^(apps|packages|tools|db)\//,
    check: ({ path, text }) =>
      [...text.matchAll(RE_EXPORT)].filter((found) => !isOwnReExport(path, found)).map(toFound),
  },
  {
    name: 'no-aliases-of-imports',
    why: 'A public file re-exports a name with `export … from`, instead of giving it a second one.',
    files: /^(apps|packages|tools|db)\//,
    check: ({ path, text }) =>
      isPublicFile(path)
        ? [...text.matchAll(ALIAS)].filter(({ groups }) => isImported(text, groups?.name ?? '')).map(toFound)
        : [],
  },
  {
    name: 'time-from-context',
    why: 'Domain code takes the time from its context, so that a test can set the clock.',
    files: within(`(${API}/[^/]+|packages)`),
    except: new RegExp(`^(${API}/platform/|packages/ledger/src/deadline\\.ts)`),
    matchesText: /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(/,
  },
  {
    name: 'randomness-is-cryptographic',
    why: 'Unpredictable values must come from node:crypto.',
    files: within('(apps/api|packages)'),
    matchesText: /\bMath\.random\(/,
  },
  {
    name: 'amounts-are-not-floats',
    why: 'Amounts are whole minor units; a float loses pennies.',
    files: within(`(${API}|packages)`),
    matchesText: /\bparseFloat\(|\.toFixed\(/,
  },
  {
    name: 'balances-have-labels',
    why: 'BalanceAmount says which figure of an account it shows; two of them without a name contradict each other.',
    files: within(WEB),
    except: new RegExp(`^${WEB}/ui/BalanceAmount\\.tsx$`),
    matchesText: /<MoneyAmount\b[^>]*?\bvalue=\{[^}]*(balance|available)/i,
  },
  {
    name: 'no-decorators',
    why: 'Node runs the files as they are: a decorator is a syntax error there.',
    files: /^(apps|packages|tools|db|test|e2e|bench)\//,
    matchesText: /^\s*@[A-Za-z]\w*(\(.*\))?\s*$/m,
  },
  {
    name: 'own-schema-only',
    why: 'A module uses its own tables; only .read.ts files may join others.',
    files: within(`(${API}/[^/]+|packages/ledger)`),
    except: /\.read\.ts$/,
    check: ({ path, text }) => namedSchemas(text).filter(({ what }) => what !== ownSchema(path)),
  },
  {
    name: 'reads-do-not-write',
    why: 'A .read.ts file may read tables of other modules but never write.',
    files: /\.read\.ts$/,
    matchesText:
      /\binsert\s+into\b|\bupdate\s+[a-z_]+\.[a-z_]+\s+set\b|\bdelete\s+from\b|\.(insertInto|updateTable|deleteFrom|mergeInto)\(/i,
  },
];

const RE_EXPORT = /^\s*export\b(?<names>[^;'"=(]*)\bfrom\s*['"](?<from>[^'"]+)['"]/gm;
const ALIAS = /^export (?:const|type) \w+ = (?<name>\w+);/gm;

const toFound = ({ index, 0: what }: RegExpExecArray) => ({ index: index + what.search(/\S/), what: what.trim() });

const isOwnReExport = (path: string, { groups }: RegExpExecArray): boolean =>
  isPublicFile(path) && groups?.names?.includes('*') === false && groups.from?.startsWith('./') === true;

const isImported = (text: string, name: string): boolean =>
  [...text.matchAll(/^import\b[^;'"]*\bfrom\b/gm)].some(([clause]) => new RegExp(`\\b${name}\\b`).test(clause));

const TABLE =
  /(?:\b(?:from|join|into|update|using|truncate)\s+(?:only\s+)?|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|\w*[jJ]oin)\(\s*\[?['"`])"?(?<schema>[a-z_]+)"?\."?[a-z_]+/gi;

function namedSchemas(text: string): { index: number; what: string }[] {
  return [...text.matchAll(TABLE)].map(({ index, groups }) => ({ index, what: groups?.schema ?? '' }));
}
