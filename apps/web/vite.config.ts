import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import compileMessage from 'icu-minify/compile';
import { defineConfig, type Plugin } from 'vite';

const here = import.meta.dirname;
const contractFile = join(here, '../../packages/contract/src/contract.ts');
const endpointFile = join(here, '../../packages/contract/src/platform/endpoint.ts');

type Endpoint = { method: string; path: string; access: string };

/**
 * The browser gets method, path and access of the endpoints that it calls: no schema, no validation library. Calls of
 * staff are left out, except those of the noun `staff`, because every page loads this table.
 */
async function endpointRows(): Promise<string> {
  const { contract }: { contract: Record<string, Record<string, Endpoint>> } = await import(contractFile);
  const { returnsFile }: { returnsFile: (endpoint: Endpoint) => boolean } = await import(endpointFile);
  const rows = Object.entries(contract).map(([noun, verbs]) => [
    noun,
    Object.fromEntries(
      Object.entries(verbs)
        // The browser opens downloads by their address.
        .filter(([, e]) => !returnsFile(e))
        .filter(([, { access }]) => noun === 'staff' || (access !== 'staff' && access !== 'rail'))
        .map(([verb, e]) => [verb, [e.method, e.path, e.access]]),
    ),
  ]);
  return JSON.stringify(Object.fromEntries(rows));
}

function endpointTable(): Plugin {
  const id = 'virtual:endpoints';
  return {
    name: 'endpoint-table',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: async (source) => (source === `\0${id}` ? `export const endpoints = ${await endpointRows()};` : undefined),
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

/** Messages are taken apart here and not in the browser, which so needs no parser for them (9 kB). */
function compileMessages(): Plugin {
  const source = /(apps\/web\/src\/messages|packages\/messages\/src)\/\w+\/[\w-]+\.ts$/;
  return {
    name: 'compile-messages',
    load: async (file) => {
      if (!source.test(file)) return undefined;
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

/** Reads the files back from disk: earlier hooks still see placeholders that Vite replaces last. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const file of Object.keys(bundle).filter((name) => /\.(js|css|svg|html)$/.test(name))) {
        const content = readFileSync(join(dir, file));
        writeFileSync(join(dir, `${file}.br`), brotliCompressSync(content));
        writeFileSync(join(dir, `${file}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** Components that only forms use; a page without a form does not download them. */
const onForms =
  'PriceRows|ExchangeRows|AmountInput|amount-input|RateInput|rate-input|AmbiguousInputQuestion|use-is-settled|use-amount-error|DateRange|Timeline|FilteredInput|use-filtered-text|filters|SelectField|ErrorSummary|UnknownOutcome|SubmitNotice|FilterBar|SearchInput|ConfirmDialog|StepHeading|Stepper|UnsavedChangesDialog|NameDialog|PageIntro|Checkbox|NameCheckResultNotice|PinPad|DatePartsField|date-parts|TextArea|ProgressBar';

const api = process.env.API_URL ?? 'http://127.0.0.1:8081';

export default defineConfig({
  root: here,
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    endpointTable(),
    compileMessages(),
    preloadLatinFont(),
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
        // A few files of one kind each: dozens of small ones would cost the first page a second. What the login page
        // needs comes first, because a group takes along whatever its modules import.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|use-intl|@tanstack\/(react-router|router-core))\//,
            },
            {
              name: 'parts',
              test: /src\/ui\/(chunk|class-names|button-class|Button|IconButton|Field|field-context|TextInput|PasswordInput|Notice|status-kind|Logo|LegalFooter|StatusPill)\.|src\/(shell\/Root|messages\/(languages|en-public|en\/(ui|shell|session)\.))|lucide-react\/dist\/esm\/(?!icons)/,
            },
            {
              name: 'platform',
              test: /apps\/web\/src\/platform\/(?!live\/|queries\/(query-client|query-cache)|session\/idle)|src\/(routes|screens)\.tsx|packages\/contract\/src\/platform\/(screens|access)/,
            },
            {
              name: 'customer',
              test: /node_modules\/@tanstack\/(react-query|query-core)\/|apps\/web\/src\/platform\/(live\/live\.|queries\/(query-client|query-cache)|session\/idle)|src\/shell\/(?!public|manage|home|wallet|plus\/WholeMenu|Root|AppError|search\/(?!SearchButton|search-store)|switching\/CustomerDrawer)/,
            },
            { name: 'money', test: /packages\/money\/src\/(money|rate|rate-text|market-order)\./ },
            {
              name: 'figures',
              test: new RegExp(
                `src/ui/(?!\\w*(Frame|Toast|Tabs)|AccountStrip|(PhoneInput|phone-number|${onForms})\\.)`,
              ),
            },
            {
              name: 'accounts',
              test: /src\/accounts\/bank-account\/(CardLink|AccountDetail|ReservedAmount|transfer-details|bank-account)\./,
            },
            { name: 'forms', test: new RegExp(`src/ui/(${onForms})\\.`) },
            { name: 'phone', test: /src\/ui\/(PhoneInput|phone-number)\.|node_modules\/libphonenumber-js\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': { target: api }, '/socket.io': { target: api, ws: true } },
  },
});
