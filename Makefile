# Builds and installs the daemon, its client, its HTTP gateway, tunersync, and on Linux the library for C; CONTRIBUTING.md
# says how to develop.
#
#     make && make install PREFIX=$HOME/.local
#
# PREFIX is the directory in which the programs are used. DESTDIR is put before every path that is written to.
PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

scratch = .build/static
programs = tunerd tunerctl tunerweb tunersync
# tunerctl is tunerweb too, if it is called so: a symbolic link.
files = tunerd tunerctl tunersync
units = tunerd.service tunerd.socket tunerweb.service tunerweb.socket tunersync.service
bin = $(DESTDIR)$(PREFIX)/bin
share = $(DESTDIR)$(PREFIX)/share
pages = $(share)/man/man1
bash = $(share)/bash-completion/completions
fish = $(share)/fish/vendor_completions.d
lib = $(DESTDIR)$(PREFIX)/lib
include = $(DESTDIR)$(PREFIX)/include
headers = tuner.h tuner-methods.h
# The packages change these three. systemd reads units below `share` of ~/.local, /usr/local and /usr.
units_in = $(PREFIX)/share/systemd/user
zsh_in = $(PREFIX)/share/zsh/site-functions
prefix_of_units = $(PREFIX)
systemd = $(DESTDIR)$(units_in)
zsh = $(DESTDIR)$(zsh_in)
# `launchctl bootstrap gui/$$(id -u) FILE` of macOS starts a property list.
launchd = $(share)/tuner/launchd
# A test sets `system`, to install what macOS needs.
system = $(shell uname)

# The installed programs need nothing of the toolchain. On Linux they need no other library either: that halves the time
# of a `tunerctl ping`, most of which a dynamic linker would take. docs/optimizations.md has the figures. Package.swift
# makes the exception: tunersync loads libcurl, which is a shared library.
# An installed program is stripped. A profiler needs the names and the lines: less debug information is quicker to build.
build = $(SWIFT) build --configuration release --scratch-path $(scratch) -Xswiftc -gline-tables-only
ifeq ($(system),Linux)
build := env TUNER_STATIC=1 $(build) --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld
endif

.PHONY: all programs build-command c-library install install-programs install-c-library uninstall deb dist

all: programs
ifeq ($(system),Linux)
all: c-library
endif

programs:
	$(foreach program,$(programs),$(build) --product $(program) &&) true

# Builds the library for C: the archive of the modules in Swift, and libraries that need no Swift.
c-library: programs
	$(build) --product tuner
	[ "$(SWIFT)" = true ] || SWIFT=$(SWIFT) clients/c/link $(scratch)/release/libtuner.a $(scratch)/c

# Prints the command that builds, for scripts that build more than the programs.
build-command:
	@echo $(build)

install: install-programs
ifeq ($(system),Linux)
install: install-c-library
endif

install-programs: programs
	install -d "$(bin)"
	install -m 755 $(addprefix $(scratch)/release/,$(files)) "$(bin)"
	strip --remove-section=.comment $(foreach file,$(files),"$(bin)/$(file)")
	ln -sf tunerctl "$(bin)/tunerweb"
	install -d "$(pages)" "$(bash)" "$(zsh)" "$(fish)"
	"$(bin)/tunerd" --man >"$(pages)/tunerd.1"
	"$(bin)/tunerweb" --man >"$(pages)/tunerweb.1"
	"$(bin)/tunersync" --man >"$(pages)/tunersync.1"
	"$(bin)/tunerctl" help --man >"$(pages)/tunerctl.1"
	for name in $$("$(bin)/tunerctl" completions of -- ''); do \
		"$(bin)/tunerctl" help --man $$name >"$(pages)/tunerctl-$$name.1" || exit 1; \
	done
	"$(bin)/tunerctl" completions bash >"$(bash)/tunerctl"
	"$(bin)/tunerctl" completions zsh >"$(zsh)/_tunerctl"
	"$(bin)/tunerctl" completions fish >"$(fish)/tunerctl.fish"
	chmod 644 $(foreach program,$(programs),"$(pages)/$(program).1") "$(pages)"/tunerctl-*.1
	chmod 644 "$(bash)/tunerctl" "$(zsh)/_tunerctl" "$(fish)/tunerctl.fish"
ifeq ($(system),Linux)
	install -d "$(systemd)"
	for name in tunerd tunerweb tunersync; do \
		sed "s|@PREFIX@|$(prefix_of_units)|" Packaging/$$name.service.in >"$(systemd)/$$name.service" || exit 1; \
	done
	install -m 644 Packaging/tunerd.socket Packaging/tunerweb.socket "$(systemd)"
	chmod 644 "$(systemd)"/tunerd.service "$(systemd)"/tunerweb.service "$(systemd)"/tunersync.service
endif
ifeq ($(system),Darwin)
	install -d "$(launchd)"
	for name in tunerd tunerweb tunersync; do \
		sed "s|@PREFIX@|$(PREFIX)|" Packaging/launchd/tuner.$$name.plist.in >"$(launchd)/tuner.$$name.plist" || exit 1; \
	done
	chmod 644 "$(launchd)"/tuner.*.plist
endif

install-c-library: c-library install-programs
	install -d "$(lib)/pkgconfig" "$(include)"
	install -m 644 $(scratch)/c/libtuner.so.0 $(scratch)/c/libtuner.a "$(lib)"
	ln -sf libtuner.so.0 "$(lib)/libtuner.so"
	install -m 644 $(addprefix clients/c/CTuner/include/,$(headers)) "$(include)"
	sed "s|@PREFIX@|$(PREFIX)|; s|@VERSION@|$$("$(bin)/tunerd" --version | cut -d' ' -f2)|" clients/c/tuner.pc.in \
		>"$(lib)/pkgconfig/tuner.pc"
	chmod 644 "$(lib)/pkgconfig/tuner.pc"

uninstall:
	rm -f $(foreach program,$(programs),"$(bin)/$(program)") $(foreach unit,$(units),"$(systemd)/$(unit)")
	rm -f $(foreach program,$(programs),"$(pages)/$(program).1" "$(launchd)/tuner.$(program).plist")
	rm -f "$(pages)"/tunerctl-*.1 "$(bash)/tunerctl" "$(zsh)/_tunerctl" "$(fish)/tunerctl.fish"
	rm -f "$(lib)/libtuner.so" "$(lib)/libtuner.so.0" "$(lib)/libtuner.a" "$(lib)/pkgconfig/tuner.pc"
	rm -f $(foreach header,$(headers),"$(include)/$(header)")

# Make the packages in .build/packages: a .deb, and an archive for any Linux. Two builds of a commit give equal packages.
deb: programs
	Packaging/deb

dist: programs
	Packaging/dist
