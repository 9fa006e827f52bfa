export { CardsTab } from './CardsTab.tsx';
