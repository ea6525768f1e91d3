declare module '*.vue' {
  import type { DefineComponent } from 'vue';

  const component: DefineComponent;
  export default component;
}

declare module 'virtual:payloads' {
  /** Loads the recorded payloads of an agent, by the names of their files. */
  const payloads: Record<string, () => Promise<{ default: Record<string, unknown> }>>;
  export default payloads;
}
