import { readFileSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import compileMessage from 'icu-minify/compile';
import { createLogger, defineConfig, type Plugin } from 'vite';
import { withoutPath } from './src/dev/proxy-log.ts';

const here = import.meta.dirname;
const contractFile = join(here, '../../packages/contract/src/contract.ts');

const needsSession = (access: string): boolean => access !== 'public' && access !== 'rate';

type Endpoint = { method: string; path: string; access: string };

const { contract }: { contract: Record<string, Record<string, Endpoint>> } = await import(contractFile);

const isOfStaff = (noun: string, { path }: Endpoint): boolean => noun !== 'staff' && path.startsWith('/v1/manage/');

/** The calls that `endpoints` and `staffEndpoints` stand for. */
const tables: Readonly<Record<string, (noun: string, endpoint: Endpoint) => boolean>> = {
  endpoints: (noun, endpoint) =>
    noun === 'staff' || (!['staff', 'rail'].includes(endpoint.access) && !isOfStaff(noun, endpoint)),
  staffEndpoints: isOfStaff,
};

/** Method and path of calls of a noun, and whether they work without a session: no schema, no validation library. */
function endpointRows(table: string, noun: string): string {
  const rows = Object.entries(contract[noun] ?? {})
    .filter(([, endpoint]) => tables[table]?.(noun, endpoint))
    .map(([verb, { method, path, access }]) => [verb, needsSession(access) ? [method, path] : [method, path, 1]]);
  return JSON.stringify(Object.fromEntries(rows));
}

/**
 * Makes `endpoints.<noun>` an import of a module with the rows of that noun, so that a page downloads only the calls
 * that it can make. The same for `staffEndpoints`.
 */
function endpointTable(): Plugin {
  const id = /^\0?virtual:(?<table>endpoints|staffEndpoints)\/(?<noun>\w+)$/;
  return {
    name: 'endpoint-table',
    enforce: 'pre',
    resolveId: (source) => (id.test(source) ? `\0${source}` : undefined),
    load(source) {
      const { table, noun } = id.exec(source)?.groups ?? {};
      return table && noun ? `export default ${endpointRows(table, noun)};` : undefined;
    },
    transform(code, file) {
      const found = /import { (?<table>endpoints|staffEndpoints) } from '[./\w-]*endpoints\.ts';/.exec(code);
      const table = found?.groups?.table;
      if (!table) return undefined;
      const withoutImport = code.replace(found[0], '');
      const use = new RegExp(`\\b${table}\\.(\\w+)`, 'g');
      const nouns = new Set([...withoutImport.matchAll(use)].map(([, noun = '']) => noun));
      const imports = [...nouns].map((noun) => `import ${noun}Calls from 'virtual:${table}/${noun}';`).join(' ');
      const replaced = withoutImport.replace(use, '$1Calls');
      // Taken apart in another way, the table would be missing in the browser only.
      if (new RegExp(`[=(,[]\\s*${table}\\b`).test(replaced))
        throw new Error(`${file}: write ${table}.noun.verb where the call is made`);
      return { code: imports + replaced, map: null };
    },
  };
}

type Texts = { readonly [key: string]: string | Texts };

const compileTexts = (texts: Texts): object =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compileMessage(text) : compileTexts(text),
    ]),
  );

const isTexts = (file: string): boolean =>
  /(apps\/web\/src\/.+\.texts(\.\w+)?|packages\/messages\/src\/\w+\/[\w-]+)\.ts$/.test(file);

/** Messages are taken apart here and not in the browser, which so needs no parser for them (9 kB). */
function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    load: async (file) => {
      if (!isTexts(file)) return undefined;
      const texts: Texts = await import(`${file}?${statSync(file).mtimeMs}`);
      return Object.entries(compileTexts(texts))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

/** The Latin letters are needed by the first paint, so the page asks for them before it has read the styles. */
function preloadLatinFont(): Plugin {
  return {
    name: 'preload-latin-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => /figtree-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          })),
    },
  };
}

/** The best brotli takes 50 times as long as this one, and saves a tenth. */
const fastBrotli = 6;

/** Reads the files back from disk: earlier hooks still see placeholders that Vite replaces last. */
function compress(): Plugin {
  const quality = process.env.WEB_COMPRESSION === 'fast' ? fastBrotli : constants.BROTLI_MAX_QUALITY;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const compressFile = async (path: string) => {
    const content = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
  };
  return {
    name: 'compress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((name) => /\.(m?js|css|svg|html)$/.test(name));
      await Promise.all(files.map((file) => compressFile(join(dir, file))));
    },
  };
}

const pdfjs = join(here, '../../node_modules/pdfjs-dist');
const { version: pdfjsVersion }: { version: string } = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8'));

/** Decoders of scanned pages, which the code for PDF loads by their own names when a file needs them. */
function pdfDecoders(): Plugin {
  return {
    name: 'pdf-decoders',
    apply: 'build',
    generateBundle() {
      for (const name of ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'])
        this.emitFile({
          type: 'asset',
          fileName: `assets/pdf-decoders-${pdfjsVersion}/${name}`,
          source: readFileSync(join(pdfjs, 'wasm', name)),
        });
    },
  };
}

/** Components that only forms use; a page without a form does not download them. */
const onForms =
  'PriceRows|AccountPicker|ReferenceInput|CardNumberWarning|PendingStatus|DocumentContents|QueryFallback|SummaryList|RateText|use-focus-on-result|use-service-off-text|use-date-time-texts|TimerDialog|Countdown|countdown-text|use-remaining-seconds|ExchangeRows|AmountInput|amount-input|RateInput|rate-input|AmbiguousInputQuestion|use-is-settled|use-amount-error|DateRange|Timeline|FilteredInput|use-filtered-text|filters|SelectField|ErrorSummary|UnknownOutcome|SubmitNotice|FilterBar|SearchInput|ConfirmDialog|StepHeading|Stepper|UnsavedChangesDialog|PageIntro|Checkbox|NameCheckResultNotice|PinPad|DatePartsField|date-parts|TextArea|ProgressBar';

/**
 * A few files of one kind each: dozens of small ones would cost the first page a second. What the login page needs comes
 * first, because a group takes along whatever its modules import.
 */
const chunks: readonly { name: string; test: RegExp }[] = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|use-intl|@tanstack\/(react-router|router-core))\//,
  },
  {
    name: 'parts',
    test: /src\/ui\/(chunk|class-names|button-class|Button|IconButton|Field|field-context|TextInput|PasswordInput|Notice|status-kind|Logo|LegalFooter|StatusPill)\.|src\/(shell\/Root|messages\/(languages|en-public))|lucide-react\/dist\/esm\/((?!icons)|icons\/lock\.)/,
  },
  {
    name: 'platform',
    test: /apps\/web\/src\/platform\/(?!live\/|http\/download-file|queries\/|navigation\/(link-secret|wallet-addresses|OwnLink|own-address)|session\/idle|forms\/(draft\.|send-request|use-))|src\/(routes|screens)\.tsx|packages\/contract\/src\/platform\/(screens|access)/,
  },
  {
    name: 'customer',
    test: /node_modules\/@tanstack\/(react-query|query-core)\/|apps\/web\/src\/platform\/(navigation\/(own-address|OwnLink)|live\/live\.|http\/download-file|queries\/|session\/idle|forms\/(send-request|use-(?!idempotent-submit|unsaved|submit-when)))|src\/shell\/(?!public|manage|home|wallet|visit|plus\/(WholeMenu|FilterLinks|RoleNotice)|ServiceBanner|page-services|Root|AppError|OfflineLine|search\/(?!SearchButton|search-store)|switching\/CustomerDrawer)/,
  },
  {
    name: 'home-calls',
    test: /virtual:endpoints\/(accessRequest|bankAccount|payment|globalPayment|statement|rate|pin|approval|kyc|notification)$/,
  },
  { name: 'calls', test: /virtual:endpoints\// },
  {
    name: 'money',
    test: /packages\/money\/src\/(money|rate|displayed-rate|market-convention|rate-text|market-order)\./,
  },
  {
    name: 'figures',
    test: new RegExp(`src/ui/(?!\\w*(Frame|Toast|Tabs)|AccountStrip|Table\\.|(PhoneInput|phone-number|${onForms})\\.)`),
  },
  {
    name: 'accounts',
    test: /src\/accounts\/bank-account\/(CardLink|AccountDetail|ReservedAmount|transfer-details|bank-account)\./,
  },
  { name: 'login', test: /src\/identity\/session\/Login(Page|Form)\.tsx$/ },
  { name: 'forms', test: new RegExp(`src/ui/(${onForms})\\.`) },
  { name: 'phone', test: /src\/ui\/(PhoneInput|phone-number)\.|node_modules\/libphonenumber-js\// },
];

const loginTexts = /src\/(ui\/ui|shell\/shell|identity\/session\/session)\.texts\.ts$/;

/** All other texts are downloaded with the list that names them, not with the code beside them. */
const isInChunk =
  (name: string, test: RegExp) =>
  (file: string): boolean =>
    isTexts(file) ? name === 'parts' && loginTexts.test(file) : test.test(file);

const api = process.env.API_URL ?? 'http://127.0.0.1:8081';

const customLogger = createLogger();
const error = customLogger.error.bind(customLogger);
customLogger.error = (line, options) => error(withoutPath(line), options);

export default defineConfig({
  root: here,
  customLogger,
  plugins: [
    // Before the compiler, because it looks for an import as it is written.
    endpointTable(),
    react({ compiler: true }),
    tailwindcss(),
    compileMessages(),
    preloadLatinFont(),
    pdfDecoders(),
    compress(),
  ],
  resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  build: {
    target: 'es2023',
    manifest: true,
    // A data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks.map(({ name, test }) => ({ name, test: isInChunk(name, test) })) },
      },
    },
  },
  server: {
    proxy: { '/api': { target: api }, '/socket.io': { target: api, ws: true } },
  },
});
