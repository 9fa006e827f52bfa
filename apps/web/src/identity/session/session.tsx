export { type Login, LoginForm } from './LoginForm.tsx';
