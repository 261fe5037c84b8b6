# A formula of Homebrew. Not tested: Tuner is tested on Linux only.
#
# There is no release yet, so the formula has only a `head`: brew install --HEAD ./tuner.rb
class Tuner < Formula
  desc "Live constants and feature flags of running programs"
  homepage "https://example.com/tuner"
  license "Apache-2.0"
  head "https://example.com/tuner.git", branch: "main"

  depends_on xcode: ["26.0", :build]

  def install
    system "make", "install", "PREFIX=#{prefix}"
  end

  service do
    run opt_bin/"tunerd"
    keep_alive successful_exit: false
    log_path var/"log/tunerd.log"
    error_log_path var/"log/tunerd.log"
  end

  test do
    ENV["XDG_STATE_HOME"] = testpath/"state"
    socket = testpath/"tunerd.sock"
    system bin/"tunerctl", "--socket", socket, "start"
    assert_match "up ", shell_output("#{bin}/tunerctl --socket #{socket} ping")
  ensure
    system bin/"tunerctl", "--socket", socket, "stop"
  end
end
