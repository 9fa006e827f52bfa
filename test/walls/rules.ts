import { apiSlice, isDoor, listeners, rowOf, rows, webSlice } from './slices.ts';
import type { Import, Source } from './source.ts';

export type Rule = {
  name: string;
  why: string;
  about: RegExp;
  except?: RegExp;
} & (
  | { imports: (target: string, path: string, found: Import) => boolean }
  | { says: RegExp }
  | { holds: (source: Source) => { index: number; what: string }[] }
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
    name: 'money-knows-nothing',
    why: 'Money is the floor everything stands on.',
    about: within('packages/money'),
    imports: outside(within('packages/money')),
  },
  {
    name: 'contract-knows-money',
    why: 'What crosses the wire depends on no side of it.',
    about: within('packages/contract'),
    imports: outside(within('packages/contract'), within('packages/money'), /^(zod(\/mini)?|ibantools)$/),
  },
  {
    name: 'ledger-knows-money',
    why: 'The ledger knows no payment, no kernel and no wire.',
    about: within('packages/ledger'),
    imports: outside(
      within('packages/ledger'),
      within('packages/money'),
      /^kysely$/,
      /^node:timers\/promises$/,
      builtIn,
    ),
  },
  {
    name: 'kernel-knows-no-slice',
    why: 'The kernel is machinery without business.',
    about: within(`${API}/kernel`),
    imports: (target) =>
      /^(apps|packages)\//.test(target) &&
      !within(`${API}/kernel`).test(target) &&
      !within('packages/(money|contract)').test(target),
  },
  {
    name: 'slices-meet-at-the-door',
    why: 'A slice has one door: the file that carries its name.',
    about: within(API),
    except: new RegExp(`^${API}/(app|main|subjects|tasks)\\.ts$`),
    imports: (target, path) => crosses(apiSlice, path, target) && !isDoor(target),
  },
  {
    name: 'rows-lean-backwards',
    why: 'Who is there, what they hold, what moves, what is read: a row never leans on a later one.',
    about: within(API),
    imports: (target, path) =>
      crosses(apiSlice, path, target) &&
      rowOf(apiSlice(target) ?? '') > rowOf(apiSlice(path) ?? '') &&
      apiSlice(path) !== undefined,
  },
  {
    name: 'nobody-calls-the-listeners',
    why: 'What happened does not know who listens; app.ts introduces them.',
    about: within(API),
    except: new RegExp(`^${API}/app\\.ts$`),
    imports: (target, path) => listeners.includes(apiSlice(target) ?? '') && apiSlice(path) !== apiSlice(target),
  },
  {
    name: 'nobody-imports-the-app',
    why: 'app.ts knows everybody, so nobody may know it.',
    about: within(`${API}/[^/]+`),
    imports: (target) => new RegExp(`^${API}/(app|main)\\.ts$`).test(target),
  },
  {
    name: 'every-slice-has-a-row',
    why: 'A new slice is written into test/walls/slices.ts first.',
    about: within(`${API}/[^/]+`),
    holds: ({ path }) => {
      const slice = apiSlice(path);
      return slice === undefined || rows.flat().includes(slice) ? [] : [{ index: 0, what: slice }];
    },
  },
  {
    name: 'only-the-edge-touches-the-network',
    why: 'The kernel, app.ts and the adapters in rails/ and feeds/ talk to the outside; nobody else.',
    about: within(`${API}/[^/]+`),
    except: new RegExp(`^${API}/(kernel/|[^/]+/(rails|feeds)/)`),
    imports: (target) =>
      /^(fastify|@fastify\/.*|pg|socket\.io|@socket\.io\/.*|undici|nodemailer|node:(http|https|http2|net|tls|dgram))$/.test(
        target,
      ),
  },
  {
    name: 'only-the-edge-fetches',
    why: 'A call to the outside inside a money transaction would hold its locks.',
    about: within(`(${API}/[^/]+|packages)`),
    except: new RegExp(`^${API}/(kernel/|[^/]+/(rails|feeds)/)`),
    says: /(?<![.\w])fetch\(/,
  },
  {
    name: 'api-knows-no-other-program',
    why: 'Programs meet over the wire.',
    about: within(API),
    imports: (target) => /^apps\/(web|sandbox-bank)\//.test(target),
  },
  {
    name: 'bank-knows-no-larkmere',
    why: 'The sandbox bank stands for a stranger.',
    about: within('apps/sandbox-bank'),
    imports: (target) => /^(apps\/(api|web)|packages\/(ledger|contract))\//.test(target),
  },
  {
    name: 'web-never-server',
    why: 'The browser carries no server code.',
    about: within('apps/web'),
    imports: (target) =>
      /^(apps\/(api|sandbox-bank)|packages\/ledger|node_modules)\/|^(kysely|pg|fastify)$/.test(target),
  },
  {
    name: 'ui-knows-no-business',
    why: 'Parts of the kit serve every screen: no slice, no kernel, no contract but what is true of any text.',
    about: within(`${WEB}/ui`),
    imports: (target) =>
      within('(apps|packages)').test(target) &&
      !within(`(${WEB}/ui|packages/money)`).test(target) &&
      !/^packages\/contract\/src\/(plain-letters|card-number)\.ts$/.test(target),
  },
  {
    name: 'web-kernel-knows-no-slice',
    why: 'The kernel of the web is machinery without screens.',
    about: within(`${WEB}/kernel`),
    imports: (target) => webSlice(target) !== undefined || within(`${WEB}/(areas|dev)`).test(target),
  },
  {
    name: 'web-slices-meet-at-the-door',
    why: 'Screens take from another noun only what its door shows.',
    about: within(`${WEB}/[^/]+`),
    except: within(`${WEB}/(areas|dev)`),
    imports: (target, path) => crosses(webSlice, path, target) && !isDoor(target),
  },
  {
    name: 'slices-know-no-area',
    why: 'Areas and the route table compose slices, not the other way round.',
    about: within(`${WEB}/[^/]+`),
    except: within(`${WEB}/(areas|dev)`),
    imports: (target) => new RegExp(`^${WEB}/((areas|dev)/|[^/]+\\.tsx$)`).test(target),
  },
  {
    name: 'no-full-zod-in-the-browser',
    why: 'Schemas stay on the server; forms take zod/mini.',
    about: within(WEB),
    except: /\.test\.tsx?$/,
    imports: (target, _path, { isType }) => target === 'zod' && !isType,
  },
  {
    name: 'no-index-files',
    why: 'Packages and slices publish paths, not an index.',
    about: /^(apps|packages)\/.*\/index\.tsx?$/,
    holds: () => [{ index: 0, what: 'index file' }],
  },
  {
    name: 'no-re-exports',
    why: 'A name is imported from where it is written.',
    about: /^(apps|packages|tools|db)\//,
    says: /^\s*export\b[^;'"=(]*\bfrom\s*['"]/m,
  },
  {
    name: 'time-comes-in',
    why: 'Domain code takes the time from its context, so that a test can set the clock.',
    about: within(`(${API}/[^/]+|packages)`),
    except: new RegExp(`^(${API}/kernel/|packages/ledger/src/patience\\.ts)`),
    says: /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(/,
  },
  {
    name: 'chance-is-cryptographic',
    why: 'What must not be guessed comes from node:crypto.',
    about: within('(apps/api|packages)'),
    says: /\bMath\.random\(/,
  },
  {
    name: 'money-is-no-float',
    why: 'Amounts are whole minor units; a float loses pennies.',
    about: within(`(${API}|packages)`),
    says: /\bparseFloat\(|\.toFixed\(/,
  },
  {
    name: 'balances-have-labels',
    why: 'BalanceAmount says which figure of an account it shows; two of them without a name contradict each other.',
    about: within(WEB),
    except: new RegExp(`^${WEB}/ui/BalanceAmount\\.tsx$`),
    says: /<MoneyAmount\b[^>]*?\bvalue=\{[^}]*(balance|available)/i,
  },
  {
    name: 'no-decorators',
    why: 'Node runs the files as they are: a decorator is a syntax error there.',
    about: /^(apps|packages|tools|db|test|e2e|bench)\//,
    says: /^\s*@[A-Za-z]\w*(\(.*\))?\s*$/m,
  },
  {
    name: 'own-schema-only',
    why: 'A slice writes and reads its own tables; reading across is for .read.ts.',
    about: within(`(${API}/[^/]+|packages/ledger)`),
    except: /\.read\.ts$/,
    holds: ({ path, text }) => namedSchemas(text).filter(({ what }) => what !== ownSchema(path)),
  },
  {
    name: 'reads-do-not-write',
    why: 'A .read.ts joins tables of others, and changes none.',
    about: /\.read\.ts$/,
    says: /\binsert\s+into\b|\bupdate\s+[a-z_]+\.[a-z_]+\s+set\b|\bdelete\s+from\b|\.(insertInto|updateTable|deleteFrom|mergeInto)\(/i,
  },
];

function crosses(sliceOf: (path: string) => string | undefined, path: string, target: string): boolean {
  const slice = sliceOf(target);
  return slice !== undefined && slice !== sliceOf(path);
}

const TABLE =
  /(?:\b(?:from|join|into|update|using|truncate)\s+(?:only\s+)?|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|\w*[jJ]oin)\(\s*\[?['"`])"?(?<schema>[a-z_]+)"?\."?[a-z_]+/gi;

function namedSchemas(text: string): { index: number; what: string }[] {
  return [...text.matchAll(TABLE)].map(({ index, groups }) => ({ index, what: groups?.schema ?? '' }));
}

function ownSchema(path: string): string {
  const folder = /^(?:apps\/api\/src|packages)\/([^/]+)\//.exec(path)?.[1] ?? '';
  return folder.replaceAll('-', '_');
}
