import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import './site.css';
import './playground/playground.css';
import PlaygroundFrame from './playground/PlaygroundFrame.vue';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('PlaygroundFrame', PlaygroundFrame);
  },
} satisfies Theme;
