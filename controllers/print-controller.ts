import { Controller } from '@hotwired/stimulus'

export default class extends Controller<HTMLButtonElement> {
  print() {
    window.print()
  }
}
