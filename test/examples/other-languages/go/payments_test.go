// Package payments tests with the network at DEVNET_URL. Each test leaves the network as it found it.
package payments

import (
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

const (
	alice    = "ST4PX1WX5WZKPAC54CX2SMX6EJPGB0JYBKH22V6E"
	aliceBtc = "bcrt1q9wfvns0x0qen0qdxp936599awa37jxydza77fq"
)

// answer has the fields that these tests read.
type answer struct {
	ID      string
	TxID    string
	Status  string
	Balance string
	Block   struct{ Height int }
	Bitcoin struct{ Height int }
}

var client = &http.Client{Timeout: time.Minute}

// devnet calls the network. It returns the answer, or fails with the error that the network reports.
func devnet(t *testing.T, method, path, body string) (result answer) {
	t.Helper()
	request, err := http.NewRequest(method, os.Getenv("DEVNET_URL")+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("content-type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 400 {
		t.Fatalf("%s %s: %s %v", method, path, text, err)
	}
	if err := json.Unmarshal(text, &result); err != nil {
		t.Fatal(err)
	}
	return result
}

// wantBalance compares a balance in micro-STX.
func wantBalance(t *testing.T, address string, want int64) {
	t.Helper()
	hex := devnet(t, "GET", "/v2/accounts/"+address+"?proof=0", "").Balance
	balance, ok := new(big.Int).SetString(hex, 0)
	if !ok || balance.Cmp(big.NewInt(want)) != 0 {
		t.Errorf("%s has %v micro-STX (%s), want %d", address, balance, hex, want)
	}
}

// restoreAfter restores the network when the test ends.
func restoreAfter(t *testing.T) {
	snapshot := devnet(t, "POST", "/devnet/v1/snapshots", "").ID
	t.Cleanup(func() { devnet(t, "POST", "/devnet/v1/snapshots/"+snapshot+"/restore", "") })
	wantBalance(t, alice, 0)
}

func TestFaucetAnswersAfterTheBlock(t *testing.T) {
	restoreAfter(t)
	payment := devnet(t, "POST", "/extended/v1/faucets/stx?address="+alice+"&wait=true", "")
	if payment.Block.Height == 0 {
		t.Error("the payment has no block")
	}
	wantBalance(t, alice, 500_000_000)
}

func TestWaitsForATransaction(t *testing.T) {
	restoreAfter(t)
	payment := devnet(t, "POST", "/extended/v1/faucets/stx?address="+alice, "")
	if receipt := devnet(t, "GET", "/devnet/v1/tx/"+payment.TxID+"/wait", ""); receipt.Status != "success" {
		t.Errorf("the payment has status %s", receipt.Status)
	}
	wantBalance(t, alice, 500_000_000)
}

func TestMinesBitcoinBlocks(t *testing.T) {
	restoreAfter(t)
	payment := devnet(t, "POST", "/extended/v1/faucets/btc?wait=true", `{"address": "`+aliceBtc+`"}`)
	mined := devnet(t, "POST", "/devnet/v1/mine", `{"bitcoin": 5}`)
	if mined.Bitcoin.Height != payment.Block.Height+5 {
		t.Errorf("mined up to block %d after block %d", mined.Bitcoin.Height, payment.Block.Height)
	}
}
