import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';

export default { extends: DefaultTheme } satisfies Theme;
