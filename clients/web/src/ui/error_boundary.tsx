/** The page after an error in it. */

import { Component, type ComponentChildren } from "preact";

import { storageProblem } from "../net/storage.js";
import { discardShownDrafts } from "./draft.js";
import { TitledPage } from "./main_area.js";

interface Props {
  /** The page. Another one is tried again. */
  readonly view: unknown;
  readonly children: ComponentChildren;
}

interface State {
  /** The kind of the error. Its message can contain secrets. */
  readonly kind: string | undefined;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { kind: undefined };

  override componentDidCatch(): void {
    // The entries of a form can be the cause.
    discardShownDrafts();
  }

  static override getDerivedStateFromError(error: unknown): State {
    return { kind: error instanceof Error ? error.name : "Error" };
  }

  override componentDidUpdate({ view }: Props): void {
    if (view !== this.props.view) this.#again();
  }

  override render() {
    const { kind } = this.state;
    if (kind === undefined) return this.props.children;
    return (
      <TitledPage title="The page has stopped">
        <p class="problem" role="alert">
          An error has stopped this page: {kind}. A translation or an extension of the browser can cause it.
        </p>
        <p>
          {storageProblem.value === undefined ? "Your seats are stored in this browser. " : ""}The server has every
          decision that it accepted. The entries of the form are discarded.
        </p>
        <div class="actions">
          <button type="button" class="primary" onClick={() => this.#again()}>
            Show the page again
          </button>
          <button type="button" onClick={() => location.reload()}>
            Load the page again
          </button>
        </div>
      </TitledPage>
    );
  }

  #again(): void {
    this.setState({ kind: undefined });
  }
}
