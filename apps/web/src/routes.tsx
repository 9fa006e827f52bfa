import { type Screen, screens } from '@larkmere/contract/platform/screens';
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  useLocation,
} from '@tanstack/react-router';
import { languages } from './messages/languages.ts';
import { isMobile } from './platform/http/device.ts';
import { decideNavigation, isEmbedded, isRefusalPage, isStaffLink, isStaffPath } from './platform/navigation/guards.ts';
import { type LazyScreen, lazyScreen } from './platform/navigation/lazy-screen.tsx';
import { navigation } from './platform/navigation/navigation.ts';
import { navigationHistory } from './platform/navigation/page.ts';
import { paths } from './platform/navigation/paths.ts';
import { linkTo, parseSearch, stringifySearch } from './platform/navigation/search.ts';
import { currentSession, ensureSessionLoaded, useSessionState } from './platform/session/session.ts';
import { currentStaffSession, ensureStaffSessionLoaded } from './platform/session/staff-session.ts';
import { isScreenClosed } from './platform/session/visit.ts';
import { builtScreens, notFoundPage } from './screens.tsx';
import { AppError, PageError } from './shell/AppError.tsx';
import { Root } from './shell/Root.tsx';

navigation.isBuilt = (path) => Object.hasOwn(builtScreens, path);

const root = createRootRoute({
  component: Root,
  errorComponent: AppError,
  beforeLoad: async ({ location, search, preload }) => {
    if (import.meta.env.DEV && location.pathname.startsWith('/dev/')) return;
    const { pathname } = location;
    if (isEmbedded(pathname)) return;
    const isRefusal = isRefusalPage(pathname);
    if (!preload && !isRefusal) navigation.lastPath = pathname;
    if (isStaffPath(pathname) || isStaffLink(pathname) || isRefusal) await ensureStaffSessionLoaded();
    const staff = currentStaffSession()?.enrolling === false;
    // In the staff area the customer's session matters only to users who are not staff.
    if (!isStaffPath(pathname) || !staff) await ensureSessionLoaded();
    const customer = currentSession();
    // Loaded for wallets alone: Plus customers and the login page do without.
    const wallet =
      customer?.userType === 'wallet' && customer.kycVerified
        ? await import('./platform/navigation/wallet-addresses.ts')
        : undefined;
    navigation.ownAddress = wallet?.toWalletAddress ?? ((address) => address);
    const fromBank = 'state' in search;
    const decision = decideNavigation(pathname, {
      customer,
      isStaff: staff,
      isMobile: isMobile(),
      isFromBank: fromBank,
    });
    if (decision.allow) return;
    const target = linkTo(decision.to);
    const query = decision.preservesQuery ? { ...target.search, ...search } : target.search;
    throw redirect({ to: target.to, search: query, replace: true });
  },
});

const createFrame = (id: string, component: LazyScreen) =>
  createRoute({ getParentRoute: () => root, id, component, errorComponent: AppError });

const plusLayout = lazyScreen(() => import('./shell/plus/PlusLayout.tsx'), 'PlusLayout');
const PublicHelpLayout = lazyScreen(
  () => import('./shell/public/PublicHelpLayout.tsx'),
  'PublicHelpLayout',
  languages.en.later,
);

/** Help is the one page of this frame that somebody who has not signed in opens as well. */
function PlusOrHelp({ layout: Layout }: { layout: LazyScreen }) {
  const { pathname } = useLocation();
  const state = useSessionState();
  const isOwn = state.status === 'in' && state.session.kycVerified;
  return pathname === paths.help && !isOwn ? <PublicHelpLayout /> : <Layout />;
}

const frames = {
  welcome: createFrame(
    'welcome',
    lazyScreen(() => import('./shell/public/WelcomeLayout.tsx'), 'WelcomeLayout'),
  ),
  public: createFrame(
    'public',
    lazyScreen(() => import('./shell/public/PlainLayout.tsx'), 'PlainLayout'),
  ),
  identityCheck: createFrame(
    'identity-check',
    lazyScreen(() => import('./shell/public/IdentityCheckLayout.tsx'), 'IdentityCheckLayout'),
  ),
  refusal: createFrame(
    'refusal',
    lazyScreen(() => import('./shell/public/RefusalLayout.tsx'), 'RefusalLayout'),
  ),
  embedded: createFrame(
    'embedded',
    lazyScreen(() => import('./shell/public/EmbeddedLayout.tsx'), 'EmbeddedLayout'),
  ),
  bankReturn: createFrame(
    'bank-return',
    lazyScreen(() => import('./shell/public/BankReturnLayout.tsx'), 'BankReturnLayout'),
  ),
  plus: createFrame(
    'plus',
    Object.assign(() => <PlusOrHelp layout={plusLayout} />, { preload: plusLayout.preload }),
  ),
  wallet: createFrame(
    'wallet',
    lazyScreen(() => import('./shell/wallet/WalletLayout.tsx'), 'WalletLayout'),
  ),
  manage: createFrame(
    'manage',
    lazyScreen(() => import('./shell/manage/ManageLayout.tsx'), 'ManageLayout', languages.en.staff),
  ),
};

const routerPath = (path: string): string => path.replace(/\{type\}$/, '{-$type}').replace(/\{(\w+)\}/g, '$$$1');

const welcomePaths = [
  '/login',
  '/109in',
  '/manage-login',
  '/lost-password',
  '/forgot-login',
  '/forgot-login/{token}',
  '/register',
  '/ref/{member_code}',
  '/register-confirm',
  '/contact-recovery',
  '/invitation',
  '/invitation/{token}',
  '/manage-invitation',
  '/manage-invitation/{token}',
  '/loginasstaff',
  '/loginasstaff/{token}',
];

const frameOf = ({ area, path }: Screen) => {
  if (isRefusalPage(path)) return frames.refusal;
  if (!navigation.isBuilt(path)) return frames.public;
  if (isEmbedded(path)) return frames.embedded;
  if (path === '/know-your-customer') return frames.identityCheck;
  if (path === '/app/pis/response' || path === '/wallet/payment-topup') return frames.bankReturn;
  return welcomePaths.includes(path) ? frames.welcome : frames[area];
};

const ClosedPage = lazyScreen(() => import('./shell/visit/ClosedPage.tsx'), 'ClosedPage', languages.en.later);

/** In a visit of staff a screen that only changes something says why it is closed. */
const openInVisits = (path: string, screen: LazyScreen): LazyScreen =>
  Object.assign(() => <ScreenInVisit path={path} screen={screen} />, { preload: screen.preload });

function ScreenInVisit({ path, screen: Open }: { path: string; screen: LazyScreen }) {
  const state = useSessionState();
  const visit = state.status === 'in' ? state.session.visit : null;
  return visit && isScreenClosed(path, visit.mode) ? <ClosedPage /> : <Open />;
}

function createScreenRoute(screen: Screen): AnyRoute {
  const parent = frameOf(screen);
  return createRoute({
    getParentRoute: () => parent,
    path: routerPath(screen.path),
    component: openInVisits(screen.path, builtScreens[screen.path] ?? notFoundPage),
    errorComponent: PageError,
  });
}

/** Development only: a build drops this branch and its files. */
const developmentRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/ui',
        component: lazyScreen(() => import('./dev/Gallery.tsx'), 'Gallery'),
      }),
    ]
  : [];

const screensByFrame = Map.groupBy(screens, frameOf);

export const router = createRouter({
  routeTree: root.addChildren([
    ...Object.values(frames).map((parent) =>
      parent.addChildren((screensByFrame.get(parent) ?? []).map(createScreenRoute)),
    ),
    ...developmentRoutes,
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultNotFoundComponent: notFoundPage,
  scrollRestoration: true,
});

navigation.go = (path) => router.navigate(linkTo(path));

router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation) navigationHistory.any = true;
});
